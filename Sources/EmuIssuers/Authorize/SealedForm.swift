internal import EmuHTTP
internal import EmuJOSE
internal import EmuModel

/// A form that travels through a page and comes back unchanged, so that nothing need be remembered.
///
/// A ``Seal`` over `expiry.fields`: milliseconds and base64url. A page that was open while the emulator
/// was started anew is to be opened again.
struct SealedForm: Sendable {
  private let seal: Seal

  /// - Parameter purpose: what the form may be used for, such as `/issuers/apple.com/authorize`.
  init(key: [UInt8], purpose: String) { seal = Seal(key: key, purpose: purpose) }

  private static let lifetime = Duration.seconds(3600)

  func seal(_ fields: FormFields, now: Timestamp) -> String {
    let expiry = (now + Self.lifetime).milliseconds
    return seal.seal("\(expiry).\(Base64URL.encode(Array(fields.encoded.utf8)))")
  }

  /// - Returns: nil for what was not sealed here, for something else, or too long ago.
  func open(_ sealed: String, now: Timestamp) -> FormFields? {
    guard let parts = seal.open(sealed)?.split(separator: ".", omittingEmptySubsequences: false),
      parts.count == 2, let expiry = Int64(parts[0]), now < Timestamp(milliseconds: expiry),
      let fields = Base64URL.decode(String(parts[1]))
    else { return nil }
    return FormFields(parsing: fields)
  }
}

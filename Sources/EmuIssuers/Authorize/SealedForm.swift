internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuModel

/// A form that travels through a page and comes back unchanged, so that nothing need be remembered.
///
/// `expiry.fields.code`: milliseconds, base64url, and HMAC-SHA-256 of both and of the purpose. A page
/// that was open while the emulator was started anew is to be opened again.
struct SealedForm: Sendable {
  let key: [UInt8]
  /// What the form may be used for, such as `/issuers/apple.com/authorize`.
  let purpose: String

  private static let lifetime = Duration.seconds(3600)

  func seal(_ fields: FormFields, now: Timestamp) -> String {
    let expiry = (now + Self.lifetime).milliseconds
    let text = "\(expiry).\(Base64URL.encode(Array(fields.encoded.utf8)))"
    return "\(text).\(Base64URL.encode(code(text)))"
  }

  /// - Returns: nil for what was not sealed here, for something else, or too long ago.
  func open(_ sealed: String, now: Timestamp) -> FormFields? {
    let parts = sealed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let expiry = Int64(parts[0]),
      let code = Base64URL.decode(String(parts[2])),
      ConstantTime.areEqual(code, self.code("\(parts[0]).\(parts[1])")),
      now < Timestamp(milliseconds: expiry), let fields = Base64URL.decode(String(parts[1]))
    else { return nil }
    return FormFields(parsing: fields)
  }

  private func code(_ text: String) -> [UInt8] {
    HMAC.code(for: Array("\(purpose)\n\(text)".utf8), key: key, using: .sha256)
  }
}

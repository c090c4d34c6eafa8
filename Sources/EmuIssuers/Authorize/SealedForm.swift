internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuModel

/// A form that passes through a page unchanged, so that the server stores nothing.
///
/// Format: a ``Seal`` over `expiry.fields`, milliseconds and base64url. After a restart of the
/// emulator, an open page must be reloaded.
struct SealedForm: Sendable {
  private let seal: Seal

  private let lifetime: Duration

  /// - Parameter purpose: the use of the form, such as `authorize apple.com`.
  init(key: [UInt8], purpose: String, lifetime: Duration = .seconds(3600)) {
    seal = Seal(key: key, purpose: purpose)
    self.lifetime = lifetime
  }

  func seal(_ fields: FormFields, now: Timestamp) -> String {
    let expiry = (now + lifetime).milliseconds
    return seal.seal("\(expiry).\(Base64URL.encode(Array(fields.encoded.utf8)))")
  }

  /// - Returns: nil for a form that was not sealed here, has another purpose, or has expired.
  func open(_ sealed: String, now: Timestamp) -> FormFields? {
    guard let parts = seal.open(sealed)?.split(separator: ".", omittingEmptySubsequences: false),
      parts.count == 2, let expiry = Int64(parts[0]), now < Timestamp(milliseconds: expiry),
      let fields = Base64URL.decode(String(parts[1]))
    else { return nil }
    return FormFields(parsing: fields)
  }
}

extension IssuerCall {
  func sealedForm(_ purpose: String, lifetime: Duration = .seconds(3600)) -> SealedForm {
    let key = services.pageKey.value { services.ids.randomBytes(32) }
    return SealedForm(key: key, purpose: purpose, lifetime: lifetime)
  }

  /// Returns the fields that a page has sealed into the form of this request; nil for another request.
  func opened(_ seal: @autoclosure () -> SealedForm) -> FormFields? {
    guard TokenRequestForm.isForm(request) else { return nil }
    return request.form.first("request").flatMap { seal().open($0, now: now) }
  }
}

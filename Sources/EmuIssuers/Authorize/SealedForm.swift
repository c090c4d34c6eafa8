internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuModel

/// A form that passes through a page unchanged, so that the server stores nothing.
///
/// Format: a ``Seal`` over `expiry.fields`, milliseconds and base64url. After a restart of the
/// emulator, an open page must be reloaded.
struct SealedForm: Sendable {
  let textSeal: Seal
  let lifetime: Duration
  let now: Timestamp

  func seal(_ fields: FormFields) -> String {
    let expiry = (now + lifetime).milliseconds
    return textSeal.seal("\(expiry).\(Base64URL.encode(Array(fields.encoded.utf8)))")
  }

  /// - Returns: nil for a form that was not sealed here, has another purpose, or has expired.
  func open(_ sealed: String) -> FormFields? {
    guard
      let parts = textSeal.open(sealed)?.split(separator: ".", omittingEmptySubsequences: false),
      parts.count == 2, let expiry = Int64(parts[0]), now < Timestamp(milliseconds: expiry),
      let fields = Base64URL.decode(String(parts[1]))
    else { return nil }
    return FormFields(parsing: fields)
  }
}

extension IssuerCall {
  /// - Parameter purpose: the use of the form, such as `authorize apple.com`.
  func sealedForm(_ purpose: String, lifetime: Duration = .seconds(3600)) -> SealedForm {
    let key = services.pageKey.value { services.ids.randomBytes(32) }
    return SealedForm(
      textSeal: Seal(key: key, purpose: purpose), lifetime: lifetime, now: now)
  }

  /// Returns the fields that a page has sealed into the form of this request; nil for another request.
  func opened(_ seal: @autoclosure () -> SealedForm) -> FormFields? {
    guard TokenRequestForm.isForm(request) else { return nil }
    return request.form.first("request").flatMap { seal().open($0) }
  }
}

internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuOutbound

/// The changes that a blocking function requests.
///
/// Format: `{"userRecord":{"updateMask":"displayName,…","displayName":…,"photoUrl":…,"disabled":…,
/// "emailVerified":…,"customClaims":{…},"sessionClaims":{…}},"recaptchaActionOverride":…}`. Only
/// fields in the mask apply; a field in the mask that the record lacks is cleared.
struct BlockingResponse {
  enum RecaptchaOverride: String {
    case allow = "ALLOW"
    case block = "BLOCK"
  }

  /// The changes of the account, in the order of the mask.
  private(set) var changes: [(inout User) -> Void] = []
  /// In bytes.
  private var customClaimsSize = 0
  /// JSON text; nil without any.
  private(set) var sessionClaims: String?
  private(set) var recaptchaOverride: RecaptchaOverride?
  /// The names in the mask, for the explanation.
  private(set) var mask: [String] = []
  /// The names in the mask without an effect.
  private(set) var ignored: [String] = []

  /// - Throws: `BLOCKING_FUNCTION_ERROR_RESPONSE`.
  init(_ answer: CallOut.Answer, to event: BlockingEvent, _ rules: ProfileRules) throws(APIError) {
    let document = try Self.document(of: answer)
    if let value = document["recaptchaActionOverride"], value.string != "" {
      guard let override = value.string.flatMap(RecaptchaOverride.init(rawValue:)) else {
        throw .malformed("recaptchaActionOverride is neither ALLOW nor BLOCK")
      }
      recaptchaOverride = override
    }
    guard let value = document["userRecord"] else { return }
    guard let record = value.object else { throw .malformed("userRecord is not an object") }
    guard let names = record["updateMask"]?.string else {
      throw .malformed("userRecord has no updateMask")
    }
    mask = names.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    for name in mask { try apply(name, from: record, event, rules) }
    try checkClaims()
  }

  private static func document(of answer: CallOut.Answer) throws(APIError) -> JSONObject {
    switch answer {
    case .failure(let error) where error.code == .timedOut:
      throw .blockingFunction("Cloud function deadline exceeded.")
    case .failure(let error):
      throw .blockingFunction("HTTP Cloud Function could not be called: \(error.message)")
    case .success(let response):
      let text = String(decoding: response.body, as: UTF8.self)
      guard response.status == .ok else {
        let detail = "HTTP Cloud Function returned an error: \(text)"
        throw response.status == .tooManyRequests || response.status.rawValue >= 500
          ? .failedBlockingFunction(detail) : .blockingFunction(detail)
      }
      guard let document = (try? JSON(parsing: response.body))?.object else {
        throw .malformed("the answer is not a JSON object")
      }
      return document
    }
  }

  private mutating func apply(
    _ name: String, from record: JSONObject, _ event: BlockingEvent, _ rules: ProfileRules
  ) throws(APIError) {
    let field = Field(name: name, value: record[name].flatMap { $0.isNull ? Optional.none : $0 })
    switch (name, event) {
    case (_, .beforeSendEmail), (_, .beforeSendSms), ("sessionClaims", .beforeCreate):
      ignored.append(name)
    // Production has the published name alone; SDKs of functions send photoURL.
    case ("photoURL", _) where !rules.acceptsPictureOfFunction: ignored.append(name)
    case ("displayName", _):
      let name = try field.text(limit: AccountLimits.displayName)
      changes.append { $0.displayName = name }
    case ("photoUrl", _), ("photoURL", _):
      let url = try field.text(limit: AccountLimits.photoURL)
      changes.append { $0.photoURL = url }
    case ("disabled", _):
      let isDisabled = try field.flag()
      changes.append { $0.set(emailVerified: nil, disabled: isDisabled) }
    case ("emailVerified", _):
      let isVerified = try field.flag()
      changes.append { $0.set(emailVerified: isVerified, disabled: nil) }
    case ("customClaims", _):
      let claims = try field.claims()
      customClaimsSize += claims?.utf8.count ?? 0
      changes.append { $0.customAttributes = claims }
    case ("sessionClaims", _): sessionClaims = try field.claims()
    default: ignored.append(name)
    }
  }

  /// Checks that both kinds of claims together fit a token.
  private func checkClaims() throws(APIError) {
    let size = customClaimsSize + (sessionClaims?.utf8.count ?? 0)
    guard size <= AccountLimits.customAttributes else {
      throw .malformed(
        "customClaims and sessionClaims together have \(size) bytes, of at most "
          + "\(AccountLimits.customAttributes)")
    }
  }

  /// The function's effect, as the end of a sentence.
  var summary: String {
    let effective = mask.filter { !ignored.contains($0) }
    var text = effective.isEmpty ? "changes nothing" : "sets \(effective.joined(separator: ", "))"
    if !ignored.isEmpty {
      text += "; \(ignored.joined(separator: ", ")) of its updateMask has no effect here"
    }
    if let recaptchaOverride { text += "; its reCAPTCHA verdict is \(recaptchaOverride.rawValue)" }
    return text
  }
}

extension BlockingResponse {
  /// One field of the record with typed access.
  private struct Field {
    let name: String
    let value: JSON?

    func text(limit: Int) throws(APIError) -> String? {
      guard let value else { return nil }
      guard let text = value.string ?? number(value) else {
        throw .malformed("\(name) is not a text")
      }
      guard AccountLimits.fits(text, limit) else {
        throw .malformed("\(name) is longer than \(limit) characters")
      }
      return text.isEmpty ? nil : text
    }

    private func number(_ value: JSON) -> String? {
      switch value {
      case .int, .double, .literal: value.serialized()
      default: nil
      }
    }

    func flag() throws(APIError) -> Bool {
      guard let value else { return false }
      guard let flag = value.bool else { throw .malformed("\(name) is neither true nor false") }
      return flag
    }

    /// Returns the claims as text; nil for none.
    func claims() throws(APIError) -> String? {
      guard let value else { return nil }
      guard let claims = value.object else { throw .malformed("\(name) is not an object") }
      if let reserved = ReservedClaims.first(in: claims) {
        throw .malformed("\(name) sets the reserved claim \(reserved)")
      }
      return claims.isEmpty ? nil : value.serialized()
    }
  }
}

extension APIError {
  fileprivate static func malformed(_ what: String) -> APIError {
    .blockingFunction("HTTP Cloud Function returned an invalid response: \(what).")
  }
}

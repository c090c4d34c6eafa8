internal import EmuHTTP
internal import EmuJSON
internal import EmuIdentity

enum PageChoice: Sendable {
  /// A person of the issuer, by subject.
  case person(String)
  /// A link of one of the project's users, by the person's id at the provider.
  case link(String)
  /// A new account, in the format of control calls.
  case create(JSONObject)
  /// The list again, of the accounts that contain a text.
  case search(String)
  case cancel
  /// A failure of the provider, by name.
  case fail(String)

  /// - Throws: the problem of the form, as a sentence.
  init(_ form: FormFields, provider: any IdentityProvider) throws(FormProblem) {
    if let subject = form.filled("person") {
      self = .person(subject)
      return
    }
    if let id = form.filled("link") {
      self = .link(id)
      return
    }
    switch form.first("action") {
    case "cancel": self = .cancel
    case "search": self = .search(form.first("search") ?? "")
    case "fail":
      guard let code = form.filled("error") else {
        throw FormProblem(sentence: "Choose one of the failures in the list.")
      }
      self = .fail(code)
    case "create": self = .create(try Self.account(form, provider))
    default: throw FormProblem(sentence: "Choose an account, add one, or cancel.")
    }
  }

  struct FormProblem: Error {
    var sentence: String
  }

  private static func account(
    _ form: FormFields, _ provider: any IdentityProvider
  ) throws(FormProblem) -> JSONObject {
    var account: JSONObject = ["emailVerified": .bool(form.first("emailVerified") != nil)]
    account["email"] = form.filled("email").map(JSON.string)
    account["name"] = form.filled("displayName").map(JSON.string)
    account["picture"] = form.filled("photoUrl").map(JSON.string)
    account["tenant"] = form.filled("tenant").map(JSON.string)
    if form.first("hideEmail") != nil { account["hideEmail"] = true }
    var claims = JSONObject()
    if let more = form.filled("claims") {
      guard let object = (try? JSON(parsing: more))?.object else {
        throw FormProblem(
          sentence:
            "More claims must be a JSON object of claims by name, such as {\"team\": \"x\"}.")
      }
      claims = object
    }
    // Unverified claims have it under the official emulator's name.
    let handle = provider.issuer == nil ? "screen_name" : provider.handleClaim
    if let name = form.filled("screenName"), let handle { claims[handle] = .string(name) }
    if !claims.isEmpty { account["claims"] = .object(claims) }
    return account
  }
}

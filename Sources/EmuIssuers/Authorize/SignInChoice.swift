internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// The choice of a sign-in page's visitor.
enum SignInChoice: Sendable {
  /// Selected or created a person.
  case consent(ConsentingPerson)
  case cancel
  /// Refused to share.
  case deny
  case fail(String)

  /// - Throws: the error of an invalid new account.
  init(_ form: FormFields, issuer: any FakeIssuer) throws(ControlError) {
    if let subject = form.filled("person") {
      self = .consent(.subject(subject))
      return
    }
    let rules = issuer.authorizeRules
    switch form.first("action") {
    case "cancel": self = .cancel
    case "deny": self = .deny
    case "fail":
      guard let code = form.filled("error"),
        rules.failures.offered.contains(where: { $0.code == code })
      else {
        throw ControlError.invalid("Choose one of the failures in the list.")
      }
      self = .fail(code)
    case "create": self = .consent(.new(try Self.account(form, issuer)))
    default: throw ControlError.invalid("Pick an account, make one, or cancel.")
    }
  }

  private static func account(
    _ form: FormFields, _ issuer: any FakeIssuer
  ) throws(ControlError) -> AccountDocument {
    var account = AccountDocument()
    account.email = form.filled("email")
    account.emailVerified = form.first("emailVerified") != nil
    account.name = form.filled("name").map(PersonName.init(text:))
    account.picture = form.filled("picture")
    if form.first("hideEmail") != nil { account.hideEmail = true }
    account.tenant = form.filled("tenant")
    if let claims = form.filled("claims") {
      do { account.claims = try JSON(parsing: claims).object } catch {
        throw ControlError.invalid("The claims are not JSON: \(error.description)")
      }
      guard account.claims != nil else {
        throw ControlError.invalid(
          "claims: write an object of claims by name, such as {\"team\": \"x\"}.")
      }
    }
    do {
      try account.check(for: issuer.provider)
    } catch {
      throw ControlError(error)
    }
    return account
  }
}

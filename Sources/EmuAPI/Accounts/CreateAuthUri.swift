internal import EmuModel
internal import EmuStore

/// `accounts:createAuthUri`: the address of a provider's sign-in page; with an e-mail address, the
/// sign-in methods of its user.
enum CreateAuthUri: WriteOperation {
  struct Prepared: Sendable {
    var response: CreateAuthUriResponse
    /// The request token of a sign-in by OAuth 1.0a.
    var requestToken: RequestToken?
  }

  static func prepare(
    _ input: CreateAuthUriRequest, in context: OperationContext
  ) throws -> Prepared {
    guard let provider = input.providerId.given, input.identifier.given == nil else {
      return Prepared(response: try methods(input, in: context))
    }
    return try redirect(to: provider, input, in: context)
  }

  static func output(of prepared: Prepared) -> CreateAuthUriResponse? {
    prepared.requestToken == nil ? prepared.response : nil
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> CreateAuthUriResponse {
    if let token = prepared.requestToken { try store.insert(token) }
    return prepared.response
  }

  private static func methods(
    _ input: CreateAuthUriRequest, in context: OperationContext
  ) throws -> CreateAuthUriResponse {
    let sessionID = input.sessionId.given ?? context.ids.alphanumeric(27)
    let identifier = try input.identifier.given(otherwise: .missingIdentifier)
    let continueURI = try input.continueUri.given(otherwise: .missingContinueURI)
    guard EmailAddress.isPlausible(identifier) else { throw APIError.invalidIdentifier }
    guard continueURI.contains(":") else { throw APIError.invalidContinueURI }

    var response = CreateAuthUriResponse(sessionId: sessionID, providerId: input.providerId.given)
    guard !context.switches.isOn(.emailEnumerationProtection) else { return response }
    context.explainWhereUsersAreHidden(
      "With e-mail enumeration protection nothing is said about the address.",
      production: "names no sign-in method")
    let users = try context.services.store.read { store in
      try store.users(anyEmail: EmailAddress.canonical(identifier), in: context.scope)
    }
    var (providers, methods): ([String], [String]) = ([], [])
    for (provider, method) in users.flatMap({ signInMethods(of: $0, in: context) }) {
      if !providers.contains(provider) { providers.append(provider) }
      if !methods.contains(method) { methods.append(method) }
    }
    response.registered = !users.isEmpty
    response.allProviders = providers
    response.signinMethods = methods
    if let provider = response.providerId {
      response.forExistingProvider = providers.contains(provider)
    }
    return response
  }

  /// Returns the sign-in methods of a user. The phone is never listed. If addresses can repeat, only
  /// methods that an address identifies are listed.
  private static func signInMethods(
    of user: User, in context: OperationContext
  ) -> [(provider: String, method: String)] {
    user.signInProviders.flatMap { provider -> [(String, String)] in
      guard provider == User.passwordProvider else {
        return context.project.allowsDuplicateEmails ? [] : [(provider, provider)]
      }
      return (user.hasPassword ? [(provider, provider)] : [])
        + (user.emailLinkSignIn ? [(provider, "emailLink")] : [])
    }
  }
}

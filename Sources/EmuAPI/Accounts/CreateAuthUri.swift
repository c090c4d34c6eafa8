internal import EmuModel
internal import EmuStore

/// `accounts:createAuthUri` with an address: the sign-in methods of its user.
enum CreateAuthUri: ReadOperation {
  /// A request with a provider and no address goes to ``BeginIdpSignIn``.
  static let endpoint = Endpoint.either(
    .read(Self.self, "accounts:createAuthUri", access: .client),
    or: .write(BeginIdpSignIn.self, "accounts:createAuthUri", access: .client),
    when: BeginIdpSignIn.applies)

  static func run(
    _ input: CreateAuthUriRequest, in context: OperationContext, _ store: ReadTransaction
  ) throws -> CreateAuthUriResponse {
    let sessionID = ProfileInput.given(input.sessionId) ?? context.ids.alphanumeric(27)
    guard let identifier = ProfileInput.given(input.identifier) else {
      throw APIError.missingIdentifier
    }
    guard let continueURI = ProfileInput.given(input.continueUri) else {
      throw APIError.missingContinueURI
    }
    guard EmailAddress.isPlausible(identifier) else { throw APIError.invalidIdentifier }
    guard continueURI.contains(":") else { throw APIError.invalidContinueURI }

    var response = CreateAuthUriResponse(
      kind: "identitytoolkit#CreateAuthUriResponse", sessionId: sessionID)
    response.providerId = ProfileInput.given(input.providerId)
    guard !context.switches.isOn(.emailEnumerationProtection) else { return response }
    context.explainWhereUsersAreHidden(
      "With e-mail enumeration protection nothing is said about the address.",
      production: "names no sign-in method")
    let users = try store.users(anyEmail: EmailAddress.canonical(identifier), in: context.scope)
    var methods = SignInMethods()
    for user in users { methods.add(user, in: context) }
    response.registered = !users.isEmpty
    response.allProviders = methods.providers
    response.signinMethods = methods.methods
    if let provider = response.providerId {
      response.forExistingProvider = methods.providers.contains(provider)
    }
    return response
  }

  private struct SignInMethods {
    var providers: [String] = []
    var methods: [String] = []

    /// Adds the sign-in methods of a user. The phone is never listed. If addresses can repeat, only
    /// methods that an address identifies are listed.
    mutating func add(_ user: User, in context: OperationContext) {
      for provider in user.signInProviders {
        if provider == User.passwordProvider {
          if user.hasPassword { add(provider: provider, method: provider) }
          if user.emailLinkSignIn { add(provider: provider, method: "emailLink") }
        } else if !context.project.allowsDuplicateEmails {
          add(provider: provider, method: provider)
        }
      }
    }

    private mutating func add(provider: String, method: String) {
      if !providers.contains(provider) { providers.append(provider) }
      if !methods.contains(method) { methods.append(method) }
    }
  }
}

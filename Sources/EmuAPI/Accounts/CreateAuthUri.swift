internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `accounts:createAuthUri` with an address: how its owner can sign in.
enum CreateAuthUri: ReadOperation {
  /// The call by either of its names; with a provider and no address it is ``BeginIdpSignIn``.
  static func endpoint(_ name: String) -> Endpoint {
    .either(
      .read(Self.self, name, access: .client),
      or: .write(BeginIdpSignIn.self, name, access: .client), when: BeginIdpSignIn.isMeant)
  }

  static func run(
    _ input: CreateAuthUriRequest, in context: OperationContext, _ store: Reader
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
    guard !context.settings.isOn(.emailEnumerationProtection) else { return response }
    let user = try store.user(email: EmailAddress.canonical(identifier), in: context.scope)
    let methods = user.map { signInMethods(of: $0, in: context) } ?? SignInMethods()
    response.registered = user != nil
    response.allProviders = methods.providers
    response.signinMethods = methods.methods
    if let provider = ProfileInput.given(input.providerId) {
      response.forExistingProvider = methods.providers.contains(provider)
    }
    return response
  }

  private struct SignInMethods {
    var providers: [String] = []
    var methods: [String] = []

    mutating func add(provider: String, method: String) {
      if !providers.contains(provider) { providers.append(provider) }
      if !methods.contains(method) { methods.append(method) }
    }
  }

  /// The telephone is never told, and with repeating addresses nothing that an address cannot name.
  private static func signInMethods(
    of user: User, in context: OperationContext
  ) -> SignInMethods {
    var result = SignInMethods()
    if user.hasPassword { result.add(provider: "password", method: "password") }
    if user.emailLinkSignIn { result.add(provider: "password", method: "emailLink") }
    if !context.project.config.allowDuplicateEmails {
      for link in user.links { result.add(provider: link.providerID, method: link.providerID) }
    }
    return result
  }
}

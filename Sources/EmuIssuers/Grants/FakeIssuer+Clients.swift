internal import EmuModel

// The authentication of clients, for providers without special rules.
extension FakeIssuer {
  func authenticate(
    _ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall
  ) throws(OAuthError) {
    let secret = config?.clientID == client.id ? config?.clientSecret : nil
    let method = client.method
    if let only = options.client(client.id)?.authentication, only != method.rawValue {
      throw clientRefusal(
        reason: "The client is registered for \(only), and sent \(method.rawValue).")
    }
    if lacksAssertion(client, config) {
      throw clientRefusal(
        reason:
          "The client has clientKeys and no clientSecret, so it shows a client_assertion that "
          + "one of the keys signed (private_key_jwt), and sent \(method.rawValue).")
    }
    switch client.proof {
    case .none:
      guard secret == nil else {
        throw clientRefusal(reason: "The client has a secret configured, and sent none.")
      }
    case .secret(let sent):
      guard secret.map(sent.contains) ?? true else {
        throw clientRefusal(reason: "The client secret is not the configured one.")
      }
    case .assertion(let token):
      if let problem = problem(ofAssertion: token, client.id, config, secret: secret, call) {
        throw clientRefusal(reason: problem)
      }
    }
  }

  /// Returns the client that introspects or revokes a token.
  func presentedClient(_ form: TokenRequestForm, _ call: IssuerCall) throws(OAuthError)
    -> ClientCredentials
  {
    do {
      return try ClientCredentials(form, call.request, methods: clientAuthentication)
    } catch  where tokenRules.refusesNamelessClients && error.problem == .missing("client_id") {
      throw clientRefusal(
        reason: "No client shows who it is: send client_id and client_secret, a Basic header, or "
          + "a client_assertion.")
    }
  }

  /// Returns true if a client with keys and without a secret did not authenticate with an
  /// assertion. Keys have no effect if assertions are not accepted.
  func lacksAssertion(_ client: ClientCredentials, _ config: ProviderConfig?) -> Bool {
    if case .assertion = client.proof { return false }
    return config?.clientID == client.id && config?.clientKeys != nil
      && config?.clientSecret == nil && clientAuthentication.contains(.privateKey)
  }
}

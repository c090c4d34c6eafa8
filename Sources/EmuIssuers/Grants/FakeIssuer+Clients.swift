internal import EmuJOSE
internal import EmuModel
internal import EmuProviders

// How a client shows who it is, where the provider has no rules of its own.
extension FakeIssuer {
  func authenticate(
    _ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall
  ) throws(OAuthError) {
    let secret = config?.clientID == client.id ? config?.clientSecret : nil
    let way = client.way()
    if let only = settings.client(client.id)?.authentication, only != way.rawValue {
      throw clientRefusal(
        because: "The client is registered for \(only), and sent \(way.rawValue).")
    }
    if lacksAssertion(client, config) {
      throw clientRefusal(
        because:
          "The client has clientKeys and no clientSecret, so it shows a client_assertion that "
          + "one of the keys signed (private_key_jwt), and sent \(way.rawValue).")
    }
    switch client.proof {
    case .none:
      guard secret == nil else {
        throw clientRefusal(because: "The client has a secret configured, and sent none.")
      }
    case .secret(let sent):
      guard secret.map(sent.contains) ?? true else {
        throw clientRefusal(because: "The client secret is not the configured one.")
      }
    case .assertion(let token):
      if let problem = problem(ofAssertion: token, client.id, config, secret: secret, call) {
        throw clientRefusal(because: problem)
      }
    }
  }

  /// What is wrong with the token with which a client shows who it is; nil when nothing is.
  func problem(
    ofAssertion token: String, _ clientID: String, _ config: ProviderConfig?,
    secret: String? = nil, _ call: IssuerCall
  ) -> String? {
    let site = IssuerSite(self, call)
    let name = (try? issuerName(at: site)).map { [$0] } ?? []
    let endpoints = [paths.token, paths.revocation, paths.introspection].compactMap(\.self)
    let assertion = ClientAssertion(
      clientID: clientID, audiences: name + endpoints.map(site.url), keys: config?.clientKeys,
      secret: secret)
    return assertion.problem(of: token, now: call.now)
  }

  /// The client that asks about a token or revokes one.
  func asker(_ form: TokenForm, _ call: IssuerCall) throws(OAuthError) -> ClientCredentials {
    do {
      return try ClientCredentials(form, call.request, methods: clientAuthentication)
    } catch  where tokenRules.refusesNamelessClients && error.problem == .missing("client_id") {
      throw clientRefusal(
        because: "No client shows who it is: send client_id and client_secret, a Basic header, or "
          + "a client_assertion.")
    }
  }

  /// Whether a client has keys and no secret, so that nothing but an assertion shows who it is, and
  /// showed something else. Keys are of no use where no assertion is taken.
  func lacksAssertion(_ client: ClientCredentials, _ config: ProviderConfig?) -> Bool {
    if case .assertion = client.proof { return false }
    return config?.clientID == client.id && config?.clientKeys != nil
      && config?.clientSecret == nil && clientAuthentication.contains(.privateKey)
  }
}

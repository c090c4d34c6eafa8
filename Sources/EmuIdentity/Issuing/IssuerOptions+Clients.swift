internal import EmuJSON
internal import EmuModel

extension IssuerOptions {
  mutating func checkClients(of provider: any IdentityProvider) throws(DocumentError) {
    let ways = provider.issuer?.clientAuthentication ?? ClientAuthentication.allCases
    var seen: Set<String> = []
    for (index, client) in (clients ?? []).enumerated() {
      let path = "clients[\(index)]"
      try DocumentError.check(client.clientId, "\(path).clientId", limit: AccountLimits.clientID)
      guard seen.insert(client.clientId).inserted else {
        throw DocumentError(field: "\(path).clientId", message: "another client has this id")
      }
      try DocumentError.checkKeySet(client.config.clientKeys, "\(path).clientKeys")
      try DocumentError.checkRedirects(client.redirectUris, "\(path).redirectUris")
      try DocumentError.checkRedirects(
        client.postLogoutRedirectUris, "\(path).postLogoutRedirectUris")
      if let name = client.authentication, let message = client.problem(showingItselfBy: name, ways)
      {
        throw DocumentError(field: "\(path).authentication", message: message)
      }
      if let text = client.clientKeys?.string {
        clients?[index].clientKeys = try? JSON(parsing: text)
      }
    }
  }
}

extension IssuerClient {
  /// Returns the reason that the client cannot be restricted to an authentication method. Without
  /// the credential of that method, any value would be accepted.
  fileprivate func problem(
    showingItselfBy name: String, _ ways: [ClientAuthentication]
  ) -> String? {
    guard let way = ways.first(where: { $0.rawValue == name }) else {
      return "it may be \(ways.map(\.rawValue).joined(separator: ", ")) here"
    }
    switch way {
    case .privateKey where clientKeys == nil:
      return
        "private_key_jwt is checked against the client's public keys; give clientKeys beside it, "
        + "or leave authentication out"
    case .none where clientKeys != nil || clientSecret != nil:
      return "none shows nothing; leave clientSecret and clientKeys out, or authentication"
    case .basic, .post, .secretToken:
      guard clientSecret == nil else { return nil }
      return
        "\(name) is checked against the client's secret; give clientSecret beside it, or leave "
        + "authentication out"
    case .privateKey, .none: return nil
    }
  }
}

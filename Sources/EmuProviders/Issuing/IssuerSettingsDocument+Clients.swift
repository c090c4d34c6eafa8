internal import EmuJSON
internal import EmuModel

extension IssuerSettingsDocument {
  /// - Throws: the first thing that is wrong with a client.
  func checkedClients(
    of provider: any IdentityProvider
  ) throws(IssuerSettingsError) -> [IssuerClient]? {
    guard let clients else { return nil }
    let ways = provider.issuer?.clientAuthentication ?? ClientAuthentication.allCases
    var seen: Set<String> = []
    var checked: [IssuerClient] = []
    for (index, document) in clients.enumerated() {
      let client = document.client
      let problem =
        seen.insert(document.clientId).inserted
        ? document.problem(of: client, among: ways) : ("clientId", "another client has this id")
      if let (field, message) = problem {
        throw IssuerSettingsError(field: "clients[\(index)].\(field)", message: message)
      }
      checked.append(client)
    }
    return checked
  }
}

extension IssuerSettingsDocument.Client {
  fileprivate typealias Problem = (field: String, message: String)

  fileprivate var client: IssuerClient {
    var client = IssuerClient(clientID: clientId)
    client.clientSecret = clientSecret
    client.clientKeys = clientKeys.map { $0.string ?? $0.serialized() }
    client.redirectURIs = redirectUris
    client.postLogoutRedirectURIs = postLogoutRedirectUris
    client.authentication = authentication
    return client
  }

  fileprivate func problem(
    of client: IssuerClient, among ways: [ClientAuthentication]
  ) -> Problem? {
    guard !clientId.isEmpty, clientId.utf8.count <= 512,
      clientId.utf8.allSatisfy({ $0 >= 32 && $0 != 127 })
    else { return ("clientId", "a client id has 1 to 512 bytes and no control characters") }
    if let keys = client.clientKeys,
      (try? JSON(parsing: keys))?["keys"]?.array?.isEmpty ?? true
    {
      return ("clientKeys", "write a JWK set with at least one key: {\"keys\": […]}")
    }
    return addressProblem("redirectUris", redirectUris)
      ?? addressProblem("postLogoutRedirectUris", postLogoutRedirectUris)
      ?? authentication.flatMap { problem(of: client, showingItselfBy: $0, among: ways) }
  }

  private func addressProblem(_ field: String, _ addresses: [String]?) -> Problem? {
    for (index, address) in (addresses ?? []).enumerated() {
      guard let problem = RedirectAddress.problem(address) else { continue }
      return (
        "\(field)[\(index)]",
        "\(address.prefix(128)) cannot be sent to: \(problem) Write an address such as "
          + "https://app.example.com/callback"
      )
    }
    return nil
  }

  /// A client that cannot be told from others could show anything.
  private func problem(
    of client: IssuerClient, showingItselfBy name: String, among ways: [ClientAuthentication]
  ) -> Problem? {
    guard let way = ways.first(where: { $0.rawValue == name }) else {
      let known = ways.map(\.rawValue).joined(separator: ", ")
      return ("authentication", "it may be \(known) here")
    }
    switch way {
    case .privateKey where client.clientKeys == nil:
      return (
        "authentication",
        "private_key_jwt is checked against the client's public keys; give clientKeys beside it, or "
          + "leave authentication out"
      )
    case .none where client.clientKeys != nil || client.clientSecret != nil:
      return (
        "authentication",
        "none shows nothing; leave clientSecret and clientKeys out, or authentication"
      )
    case .basic, .post, .secretToken:
      guard client.clientSecret == nil else { return nil }
      return (
        "authentication",
        "\(name) is checked against the client's secret; give clientSecret beside it, or leave "
          + "authentication out"
      )
    case .privateKey, .none: return nil
    }
  }
}

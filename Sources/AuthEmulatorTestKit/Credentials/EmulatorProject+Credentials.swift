public import Foundation

extension EmulatorProject {
  /// Signs a person in at the fake Apple, as a device does with Sign in with Apple.
  ///
  /// A new person is created. As at Apple, name and address are included only in the first
  /// authorization of an app; `accounts:revokeToken` restarts this.
  ///
  /// - Parameters:
  ///   - email: the account's address; nil without `user` creates a new person.
  ///   - name: the name of a new person.
  ///   - user: the subject, to select an account by it.
  ///   - hidesEmail: true for a relay address.
  ///   - nonce: the kit generates one by default; the credential has it as `rawNonce`.
  ///   - clientId: the app's bundle id; nil for the project's client.
  ///   - state: the request's state, which the credential returns.
  ///   - defect: a deliberate defect of the token.
  public func appleCredential(
    email: String? = nil, name: PersonNameComponents? = nil, user: String? = nil,
    hidesEmail: Bool? = nil, nonce: CredentialNonce = .generated, clientId: String? = nil,
    state: String? = nil, defect: CredentialDefect? = nil
  ) async throws -> AppleCredential {
    let person = SeedPerson(
      at: "apple.com", sub: user, email: email, givenName: name?.givenName,
      familyName: name?.familyName, hidesEmail: hidesEmail)
    let mint = Mint(
      person: person, nonce: nonce, clientId: clientId, defect: defect,
      more: JSONValue.members(["state": .text(state)]).object ?? [:])
    let answer = try await answer(to: mint)
    return try AppleCredential(credential(answer), answer)
  }

  /// Signs a person in at the fake Google, whose SDKs need no nonce; the parameters are those of
  /// ``credential(_:nonce:clientId:defect:more:)``.
  public func googleCredential(
    email: String? = nil, sub: String? = nil, nonce: CredentialNonce = .none,
    clientId: String? = nil, defect: CredentialDefect? = nil
  ) async throws -> ProviderCredential {
    try await credential(
      SeedPerson(at: "google.com", sub: sub, email: email), nonce: nonce, clientId: clientId,
      defect: defect)
  }

  /// Signs a person in at any fake provider, and returns its SDK's result for an app:
  ///
  /// ```swift
  /// try await project.credential(.init(at: "oidc.corp", email: "ola@example.com"))
  /// ```
  ///
  /// - Parameters:
  ///   - person: the account, which is created if it is new.
  ///   - nonce: the kit generates one by default.
  ///   - clientId: the app's client id; nil for the project's client.
  ///   - defect: a deliberate defect of the token.
  ///   - more: more members of the mint call, such as `["expiresInSeconds": 10]` or several
  ///     `"defects"`.
  public func credential(
    _ person: SeedPerson, nonce: CredentialNonce = .generated, clientId: String? = nil,
    defect: CredentialDefect? = nil, more: [String: JSONValue] = [:]
  ) async throws -> ProviderCredential {
    let mint = Mint(person: person, nonce: nonce, clientId: clientId, defect: defect, more: more)
    return try credential(await answer(to: mint))
  }

  /// Returns the signed response of a `saml.*` issuer, for `requestUri` and `postBody` of a sign-in.
  ///
  /// - Parameters:
  ///   - person: the account, at an issuer such as `saml.corp`.
  ///   - more: more members of the call, such as `"attributes"` or `"defects"`.
  public func samlResponse(
    _ person: SeedPerson, more: [String: JSONValue] = [:]
  ) async throws -> SAMLResponse {
    let mint = Mint(person: person, nonce: .none, more: more)
    return try ControlConnection.read(
      await answer(to: mint, "assertions"), as: SAMLResponse.self, "a mint call")
  }

  private func credential(_ answer: JSONValue) throws -> ProviderCredential {
    try ControlConnection.read(answer, as: ProviderCredential.self, "a mint call")
  }

  /// Returns the answer, with the provider, and with claims where it has none.
  private func answer(to mint: Mint, _ kind: String = "tokens") async throws -> JSONValue {
    let provider = mint.person.providerId
    let answer = try await connection.control(
      "POST", "/issuers/\(ControlConnection.encoded(provider))/\(kind)", query: ["project": id],
      mint.body)
    return .members(
      ["providerId": .string(provider), "claims": [:]], and: answer.object ?? [:])
  }
}

private struct Mint {
  var person: SeedPerson
  var nonce: CredentialNonce
  var clientId: String?
  var defect: CredentialDefect?
  var more: [String: JSONValue] = [:]

  var body: JSONValue {
    let members: [String: JSONValue?] = [
      "account": person.json == [:] ? nil : person.json, "clientId": .text(clientId),
      "defect": .text(defect?.rawValue),
    ]
    return .members(members.merging(nonce.members) { _, nonce in nonce }, and: more)
  }
}

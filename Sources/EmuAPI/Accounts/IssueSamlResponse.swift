internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `accounts:issueSamlResponse`: the account of an ID token as an assertion for a relying party.
///
/// The assertion has the JSON form that `signInWithIdp` accepts here. No XML is signed.
enum IssueSamlResponse: ReadOperation {
  static func run(
    _ input: IssueSamlResponseRequest, in context: OperationContext, _ store: ReadTransaction
  ) throws -> IssueSamlResponseResponse {
    let idToken = try ProfileInput.idToken(input.idToken)
    guard let relyingParty = input.rpId.given, relyingParty.utf8.count <= 2048 else {
      throw APIError("MISSING_RP_ID")
    }
    let user = try context.user(of: context.presented(idToken: idToken), store)
    guard let email = user.email else { throw APIError.missingEmail }
    let name = PersonName(text: user.displayName ?? "")
    var attributes: JSONObject = ["email": .string(email), "uid": .string(user.uid)]
    attributes["firstName"] = name.given.map { .string($0) }
    attributes["lastName"] = name.family.map { .string($0) }
    let response: JSON = [
      "issuer": .string(IDTokenClaims.issuer(of: context.project.id)),
      "audience": .string(relyingParty), "issueInstant": .string(context.now.rfc3339),
      "assertion": [
        "subject": ["nameId": .string(email)], "attributeStatements": .object(attributes),
      ],
    ]
    return IssueSamlResponseResponse(
      samlResponse: response.serialized(),
      acsEndpoint: acsEndpoint(of: relyingParty, email: email),
      relayState: input.samlAppEntityId.given, email: email, firstName: name.given,
      lastName: name.family)
  }

  /// Returns the assertion consumer service: one per domain at Google, otherwise derived from the
  /// party's id.
  private static func acsEndpoint(of relyingParty: String, email: String) -> String {
    let domain = email.split(separator: "@").last.map(String.init) ?? ""
    if relyingParty == "google.com" { return "https://www.google.com/a/\(domain)/acs" }
    return relyingParty.contains("://") ? relyingParty : "https://\(relyingParty)/acs"
  }
}

internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel

/// The control calls of all issuers, one line each. Those of one provider are in its folder
/// (`ownControls`).
enum ControlRoutes {
  static let project = ControlEntry.Field(
    "project", "the project of the accounts and the configuration; else the default project",
    .project)

  static let common: [IssuerRoute] = [
    route(
      .get, "", "issuers.list",
      "Returns the issuers with their addresses and existing keys.",
      IssuerList.answer),
    route(
      .get, "/{issuer}", "issuers.get", "Returns an issuer with its options and every key.",
      IssuerOptionsCalls.get
    ).signing,
    route(
      .patch, "/{issuer}", "issuers.update",
      "Changes options of an issuer; null restores the provider's default.",
      accepts: IssuerOptions.self, example: #"{"idTokenLifetimeSeconds": 600}"#,
      IssuerOptionsCalls.update),
    route(
      .get, "/{issuer}/answers", "issuers.answers.list",
      "Returns the queued answers of an issuer, the next one first.",
      AnswerQueue.list),
    route(
      .post, "/{issuer}/answers", "issuers.answers.create",
      "Queues answers; each next token response of the issuer consumes the first one.",
      accepts: AnswerQueue.self,
      example: #"{"answers": [{"claims": {"groups": ["admins"]}, "expiresInSeconds": 60}]}"#,
      AnswerQueue.add),
    route(
      .delete, "/{issuer}/answers", "issuers.answers.clear",
      "Empties the queue of answers of an issuer.",
      AnswerQueue.clear),
    route(
      .get, "/{issuer}/accounts", "issuers.accounts.list", "Returns the accounts of an issuer.",
      query: [project], Accounts.list),
    route(
      .post, "/{issuer}/accounts", "issuers.accounts.create", "Creates an account.",
      accepts: AccountDocument.self, query: [project],
      example:
        #"{"sub": "001234.def.5678", "email": "bea@example.com", "name": {"givenName": "Bea"}}"#,
      Accounts.create),
    route(
      .patch, "/{issuer}/accounts/{sub}", "issuers.accounts.update",
      "Changes an account; null removes a member.", accepts: AccountDocument.self,
      query: [project], example: #"{"emailVerified": false}"#,
      Accounts.update
    ).signing,
    route(
      .delete, "/{issuer}/accounts/{sub}", "issuers.accounts.delete",
      "Removes an account with its consents.", query: [project], Accounts.delete
    ).signing,
    route(
      .post, "/{issuer}/tokens", "issuers.tokens",
      "Mints the credential of a native sign-in, valid or with a defect.", accepts: MintInput.self,
      query: [project], example: #"{"account": {"email": "ann@example.com"}, "rawNonce": "n-1"}"#,
      Mint.answer
    ).signing,
    route(
      .post, "/{samlIssuer}/assertions", "issuers.assertions",
      "Makes a signed SAMLResponse of a saml.* issuer, valid or with defects.",
      accepts: SAMLMint.Input.self, query: [project],
      example: #"{"account": {"email": "ann@example.com"}, "attributes": {"team": "blue"}}"#
    ) { call -> ControlAnswer<AssertionReport> in
      ControlAnswer(try call.reading { try SAMLMint.answer($0, call).answer })
    }.signing(as: { $0.parameters["samlIssuer"] }),
    route(
      .post, "/{issuer}/keys:rotate", "issuers.keys:rotate",
      "Starts to sign with a new key; the old ones verify until retire removes them.",
      accepts: KeyRotation.Input.self, example: #"{"retire": true}"#,
      KeyRotation.answer),
    route(
      .get, "/{issuer}/grants", "issuers.grants.list",
      "Returns the consents of accounts to clients, revoked ones too.", query: [project],
      ConsentList.answer),
  ]

  /// Returns the route of a control call. The Origin rule guards it; no credential is required.
  ///
  /// - Parameter path: the part after `/emulator/v1/issuers`.
  static func route<Output>(
    _ method: Method, _ path: String, _ name: String, _ about: String,
    accepts input: (any (Decodable & Sendable).Type)? = nil, query: [ControlEntry.Field] = [],
    example: String? = nil,
    _ run: @escaping @Sendable (IssuerCall) throws -> ControlAnswer<Output>
  ) -> IssuerRoute {
    let entry = ControlEntry(
      method, "issuers" + path, name, about, accepts: input, query: query, answers: Output.self,
      example: example)
    var route = IssuerRoute(method, entry.pattern, name, style: .control) { call in
      try ControlError.check(originOf: call.request, call.services.origins)
      try entry.check(call.request)
      return try run(call).answer
    }
    route.entry = entry
    return route
  }
}

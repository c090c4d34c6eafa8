internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuSAML

/// `issuers/{id}/assertions`: a response of SAML without a sign-in page.
enum SAMLMint {
  struct Input: Decodable, Sendable {
    /// An account of the issuer, by sub or email, or a new one.
    var account: AccountDocument?
    /// The address of `accounts:createAuthUri`, which the response answers.
    var authUri: String?
    /// The receiver of the response, without authUri.
    var callbackUrl: String?
    /// The entity id of the service provider, without authUri.
    var audience: String?
    var inResponseTo: String?
    /// Its last word: emailAddress, persistent, transient or unspecified.
    var nameIdFormat: String?
    /// Texts or lists of texts by name, beside those of the account.
    var attributes: JSONObject?
    var expiresInSeconds: Int64?
    var defects: [String]?
  }

  static func answer(
    _ issuer: SAMLIssuer, _ call: IssuerCall
  ) throws -> ControlAnswer<AssertionReport> {
    let input = try call.input(Input.self)
    try input.account?.check(for: issuer.provider)
    let project = try call.project()
    let (draft, relayState) = try order(input, issuer, project, call)
    var order = draft
    order.nameIDFormat = try format(input.nameIdFormat) ?? order.nameIDFormat
    order.attributes = input.attributes ?? [:]
    order.lifetime =
      try ControlError.seconds(input.expiresInSeconds, "expiresInSeconds") ?? order.lifetime
    let defects = try (input.defects ?? []).map(defect)
    return call.write { [order] writer in
      let person = try call.people(issuer, in: project, writer)
        .findOrMake(input.account ?? AccountDocument())
      var order = order
      order.defects =
        issuer.defects(of: person, for: order.parties.spEntityID, call) + defects
      return (order, person)
    } answering: { order, person in
      let response = try order.response(for: person, issuer, call)
      var post: FormFields = ["providerId": issuer.id, "SAMLResponse": response]
      if let relayState { post.add("RelayState", relayState) }
      return AssertionReport(
        samlResponse: response, relayState: relayState, postBody: post.encoded,
        callbackUrl: order.callbackURL, issuer: order.parties.idpEntityID,
        audience: order.parties.spEntityID, sub: person.subject)
    }.uncached
  }

  private static func order(
    _ input: Input, _ issuer: SAMLIssuer, _ project: Project, _ call: IssuerCall
  ) throws -> (SAMLOrder, relayState: String?) {
    let fields = input.authUri.map {
      FormFields(parsing: Request.split(target: $0).rawQuery ?? "")
    }
    let request = fields?.first("SAMLRequest").flatMap {
      try? SAMLRequest(value: $0, isDeflated: true)
    }
    guard fields == nil || request?.callbackURL != nil else {
      throw ControlError.invalid(
        "authUri has no SAMLRequest; take the authUri of accounts:createAuthUri with \(issuer.id).")
    }
    var parties = SAMLParties(of: issuer.id, in: project, baseURL: call.baseURL)
    parties.spEntityID = input.audience ?? request?.issuer ?? parties.spEntityID
    return (
      SAMLOrder(
        parties: parties,
        callbackURL: input.callbackUrl ?? request?.callbackURL ?? parties.callbackURL
          ?? "http://localhost",
        requestID: input.inResponseTo ?? request?.id, nameIDFormat: request?.nameIDFormat),
      fields?.first("RelayState")
    )
  }

  private static func format(_ name: String?) throws(ControlError) -> String? {
    guard let name else { return nil }
    guard let format = SAMLAnswer.nameIDFormats[name] else {
      let names = SAMLAnswer.nameIDFormats.keys.sorted().joined(separator: ", ")
      throw ControlError.invalid("nameIdFormat must be one of \(names).")
    }
    return format
  }

  private static func defect(_ name: String) throws(ControlError) -> SAMLDefect {
    guard let defect = SAMLDefect(rawValue: name) else {
      throw ControlError.invalid(
        "The defect \(name.prefix(64)) is unknown. Those of SAML are \(SAMLDefect.names).")
    }
    return defect
  }
}

/// The answer of `issuers/{id}/assertions`.
struct AssertionReport: Codable {
  var samlResponse: String
  /// With authUri only.
  var relayState: String?
  /// The `postBody` of `accounts:signInWithIdp`.
  var postBody: String
  var callbackUrl: String
  var issuer: String
  var audience: String
  var sub: String
}

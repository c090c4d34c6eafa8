internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel
internal import EmuSAML
internal import EmuThread

/// The fake identity provider of SAML 2.0 of a provider named `saml.…`.
struct SAMLIssuer: FakeIssuer {
  let provider: any IdentityProvider
  var options = IssuerOptions()
  let paths = IssuerPaths(discovery: nil)

  init(id: String) { provider = SAML(id: id) }

  var words: IssuerWords {
    IssuerWords(brand: String(id.dropFirst(ProviderFamily.saml.prefix.count)), deny: nil)
  }

  var authorizeRules: AuthorizeRules {
    AuthorizeRules(
      failures: FailureRules(
        areRedirected: false, cancel: SAMLFailure.cancel,
        more: SAMLFailure.offered.map { ($0, $0) }))
  }

  /// The metadata is the issuer's name, as SAML's custom has it.
  func issuerName(at site: IssuerSite) throws -> String {
    SAMLParties.ownEntityID(of: id, baseURL: site.baseURL)
  }

  var ownRoutes: [IssuerRoute] { Self.lines }

  static let formPath = "/sso/sign-in"

  private static let lines = [
    IssuerRoute(.get, "/metadata", endpoint: .keys, style: .page) { call in
      .ready(try call.samlIssuer().metadata(call))
    },
    IssuerRoute(.get, "/sso", endpoint: .authorize, style: .page) { call in
      try call.reading {
        try SAMLSignOn($0, call, call.request.query, isDeflated: true).begin()
      }
    },
    IssuerRoute(.post, "/sso", endpoint: .authorize, style: .page) { call in
      try call.reading {
        try SAMLSignOn($0, call, call.request.form, isDeflated: false).begin()
      }
    },
    IssuerRoute(.post, formPath, endpoint: .signIn, style: .page) { call in
      try call.reading { try SAMLSignOn.choice($0, call) }
    },
  ]

  /// The routes of all issuers named `saml.…`, used or not.
  static let routes: [IssuerRoute] = lines.map { $0.moved(behind: "/issuers/{issuer}") }
}

/// The failures of a sign-in, by the second-level status of the response (SAML Core §3.2.2.2).
enum SAMLFailure {
  static let cancel = "AuthnFailed"
  static let offered = ["RequestDenied", "UnknownPrincipal", "NoPassive", "RequestUnsupported"]

  static func status(_ name: String) -> String { "urn:oasis:names:tc:SAML:2.0:status:\(name)" }
}

extension IssuerCall {
  func samlIssuer() throws(ControlError) -> SAMLIssuer {
    let issuer = try issuer()
    guard let saml = issuer as? SAMLIssuer else {
      throw ControlError.notFound(
        "\(issuer.id) is not a provider of SAML; its id would begin with saml. GET "
          + "/emulator/v1/issuers/\(issuer.id) shows its addresses.")
    }
    return saml
  }

  /// Answers on a thread for slow work, which reads the message of the request.
  func reading(
    _ body: @escaping @Sendable (SAMLIssuer) throws -> Answer
  ) throws -> Answer {
    let issuer = try samlIssuer()
    return later(on: services.workers.messages) { try body(issuer) }
  }
}

internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
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

  /// Returns the metadata of the identity provider (SAML Metadata §2.4.3), with a certificate for
  /// each key.
  func metadata(_ call: IssuerCall) throws -> Response {
    let site = IssuerSite(self, call)
    let keys = try call.services.keys.publishedKeys(of: id).map { key in
      let certificate = try KeyCertificate.make(for: key, commonName: id)
      return """
        <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="\(XMLSignature.namespace)">\
        <ds:X509Data><ds:X509Certificate>\(certificate.base64)</ds:X509Certificate></ds:X509Data>\
        </ds:KeyInfo></md:KeyDescriptor>
        """
    }
    let formats = SAMLAnswer.nameIDFormats.values.sorted().map {
      "<md:NameIDFormat>\($0)</md:NameIDFormat>"
    }
    let services = [SAMLNames.redirectBinding, SAMLNames.postBinding].map { binding in
      "<md:SingleSignOnService Binding=\"\(binding)\" Location=\"\(XML.escaped(site.url("/sso")))\"/>"
    }
    let document = """
      <?xml version="1.0" encoding="UTF-8"?>\
      <md:EntityDescriptor xmlns:md="\(SAMLNames.metadata)" \
      entityID="\(XML.escaped(try issuerName(at: site)))">\
      <md:IDPSSODescriptor WantAuthnRequestsSigned="false" \
      protocolSupportEnumeration="\(SAMLNames.protocol)">\
      \(keys.joined())\(formats.joined())\(services.joined())</md:IDPSSODescriptor>\
      </md:EntityDescriptor>
      """
    return .bytes(Array(document.utf8), type: "application/samlmetadata+xml")
  }
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

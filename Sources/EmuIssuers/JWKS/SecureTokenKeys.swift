internal import EmuControlCalls
internal import EmuCrypto
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The public keys of the backend, for servers that verify signed Firebase ID tokens.
///
/// Google serves them under these paths of `www.googleapis.com` and `securetoken.google.com`;
/// `/.well-known/jwks.json` is the emulator's.
enum SecureTokenKeys {
  private static let account = "securetoken@system.gserviceaccount.com"
  private static let host = "/www.googleapis.com"
  private static let certificatesPath = "/robot/v1/metadata/x509/\(account)"
  private static let keyPaths = [
    "/service_accounts/v1/jwk/\(account)", "/robot/v1/metadata/jwk/\(account)",
  ]

  static let routes: [IssuerRoute] =
    ["", host].flatMap { prefix in
      [
        IssuerRoute(.get, prefix + certificatesPath, "securetoken.x509", style: .control) {
          .ready(try certificates($0))
        }.signing(byKeyOf: KeyRing.secureToken)
      ] + keyPaths.map { keySet(prefix + $0) }
    } + [
      // The path that verifiers use if they are configured with the emulator's address.
      keySet("/.well-known/jwks.json"),
      IssuerRoute(
        .get, "/securetoken.google.com/{project}/.well-known/openid-configuration",
        "securetoken.discovery", style: .control
      ) { .ready(try discovery($0)) },
    ]

  private static func keySet(_ path: String) -> IssuerRoute {
    IssuerRoute(.get, path, "securetoken.jwk", style: .control) {
      .ready(published(JWKSet(signingKeys: try keys($0)).json, $0))
    }.signing(byKeyOf: KeyRing.secureToken)
  }

  /// Returns `{"<kid>":"-----BEGIN CERTIFICATE-----\n…"}`.
  private static func certificates(_ call: IssuerCall) throws -> Response {
    var map = JSONObject()
    for key in try keys(call) {
      let certificate = try KeyCertificate.make(
        for: key, commonName: "securetoken.system.gserviceaccount.com")
      map[key.kid] = .string(certificate.pemRepresentation)
    }
    return published(.object(map), call)
  }

  /// Returns published keys with the time for which clients may keep them.
  private static func published(_ document: JSON, _ call: IssuerCall) -> Response {
    var response = Response.published(document)
    let rules = call.services.store.directory.profile.rules
    response.headers["Cache-Control"] = rules.keyCaching(areKept: call.services.keepsKeys)
    return response
  }

  /// Returns the keys, which exist even if nothing was signed yet.
  private static func keys(_ call: IssuerCall) throws -> [SigningKey] {
    try call.services.keys.publishedKeys(of: KeyRing.secureToken)
  }

  private static func discovery(_ call: IssuerCall) throws -> Response {
    guard let project = call.parameters["project"], Project.isPlausible(id: project) else {
      throw ControlError.notFound(
        "The path does not name a project; write its id after /securetoken.google.com/.")
    }
    return .published([
      "issuer": .string("https://securetoken.google.com/\(project)"),
      "jwks_uri": .string(call.baseURL + host + keyPaths[0]),
      "response_types_supported": ["id_token"],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": ["RS256"],
    ])
  }
}

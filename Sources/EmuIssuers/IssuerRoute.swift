internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJOSE

/// A line of the issuers' route table.
struct IssuerRoute: Sendable {
  var method: Method
  var pattern: String
  /// The operation's name in the request log.
  var name: String
  var style: IssuerCall.Style
  /// Nil for a route that other issuers do not have.
  var endpoint: IssuerEndpoint?
  /// The issuer whose keys the call uses; they are generated before it runs. Nil for none.
  var signer: (@Sendable (IssuerCall) -> String?)?
  /// The issuer whose messages a refusal has; nil for the standard ones.
  var wording: (any FakeIssuer)?
  var entry: ControlEntry?
  var run: @Sendable (IssuerCall) throws -> Answer

  /// - Parameter name: nil for the standard name of the endpoint.
  init(
    _ method: Method, _ pattern: String, _ name: String? = nil, endpoint: IssuerEndpoint? = nil,
    style: IssuerCall.Style, _ run: @escaping @Sendable (IssuerCall) throws -> Answer
  ) {
    self.method = method
    self.pattern = pattern
    self.name = name ?? "issuer.\(endpoint?.rawValue ?? "")"
    self.endpoint = endpoint
    self.style = style
    self.run = run
    if endpoint?.usesKeys == true { signer = { call in call.issuerID } }
  }

  func moved(behind root: String) -> IssuerRoute {
    var route = self
    route.pattern = root + pattern
    return route
  }

  /// The same route for a call that uses the keys of the issuer in its path.
  var signing: IssuerRoute { signing(as: { call in call.issuerID }) }

  /// Returns the same route for a call that uses the keys of one issuer.
  func signing(as issuer: @escaping @Sendable (IssuerCall) -> String?) -> IssuerRoute {
    var route = self
    route.signer = issuer
    return route
  }

  /// Returns the same route for a call that uses the RSA key of an owner that is not an issuer.
  func signing(byKeyOf owner: String) -> IssuerRoute {
    signing(as: { call in
      call.services.keys.declare(issuer: owner, algorithms: [.rs256])
      return owner
    })
  }

  func translated(by issuer: any FakeIssuer) -> IssuerRoute {
    var route = self
    route.wording = issuer
    return route
  }
}

extension FakeIssuer {
  /// Creates a line of ``ownRoutes``.
  ///
  /// - Parameter run: receives the issuer with its current options.
  func route(
    _ method: Method, _ pattern: String, _ name: String, endpoint: IssuerEndpoint? = nil,
    style: IssuerCall.Style = .oauth,
    _ run: @escaping @Sendable (Self, IssuerCall) throws -> Answer
  ) -> IssuerRoute {
    IssuerRoute(method, pattern, name, endpoint: endpoint, style: style) { call in
      try run(call.services.configured(self), call)
    }
  }
}

/// The paths of an issuer below its root; `{tenant}` is a placeholder.
///
/// Discovery lists exactly these paths.
struct IssuerPaths: Sendable {
  /// Optional prefixes of the paths of authorization and tokens, such as a version.
  var prefixes = [""]
  /// Nil for a provider without discovery.
  var discovery: String? = "/.well-known/openid-configuration"
  var authorize: String?
  /// Nil for a provider without ID tokens.
  var keys: String?
  var token: String?
  var tokenMethods = [Method.post]
  var revocation: String?
  var revocationMethods = [Method.post]
  var introspection: String?
  var userInfo: String?
  var endSession: String?
  /// The path for device codes (RFC 8628).
  var device: String?
  /// The path for pushed authorization requests (RFC 9126).
  var pushedRequests: String?
  /// The path of the page that is a client; nil for none.
  var debugger: String? = "/debugger"

  /// The prefix of the emulator's pages, after the tenant.
  var pages = "/emulator"

  /// The path of the sign-in page's form.
  var signIn: String { tenant + pages + "/sign-in" }

  /// The path where a person enters the code of a device.
  var devicePage: String { tenant + pages + "/device" }

  private var tenant: String { discovery?.contains("{tenant}") == true ? "/{tenant}" : "" }

  func routes(
    root: String, _ issuer: @escaping @Sendable (IssuerCall) throws -> any FakeIssuer
  ) -> [IssuerRoute] {
    var routes: [IssuerRoute] = []
    /// - Parameter name: the name of a page that is not an endpoint of the protocol.
    func add(
      _ methods: [Method], _ path: String?, _ endpoint: IssuerEndpoint? = nil, name: String? = nil,
      style: IssuerCall.Style,
      _ run: @escaping @Sendable (any FakeIssuer, IssuerCall) throws -> Answer
    ) {
      guard let path else { return }
      routes += methods.map { method in
        IssuerRoute(method, root + path, name, endpoint: endpoint, style: style) {
          try run(issuer($0), $0)
        }
      }
    }
    func add(
      _ methods: [Method], _ path: String?, _ endpoint: IssuerEndpoint? = nil, name: String? = nil,
      style: IssuerCall.Style, _ type: any AnsweringEndpoint.Type
    ) {
      add(methods, path, endpoint, name: name, style: style) {
        try type.init(issuer: $0, call: $1).answer()
      }
    }
    add([.get], discovery, .discovery, style: .control) { .ready(try Discovery.answer($0, $1)) }
    add([.get], keys, .keys, style: .control) { .ready(try Discovery.keys($0, $1)) }
    for prefix in prefixes {
      add(
        [.get, .post], authorize.map { prefix + $0 }, .authorize, style: .page,
        AuthorizeEndpoint.self)
    }
    add([.post], authorize.map { _ in signIn }, .signIn, style: .page) {
      try AuthorizeEndpoint(issuer: $0, call: $1).choice()
    }
    for prefix in prefixes {
      add(tokenMethods, token.map { prefix + $0 }, .token, style: .oauth, TokenEndpoint.self)
    }
    add(revocationMethods, revocation, .revoke, style: .oauth, RevocationEndpoint.self)
    add([.post], device, .device, style: .oauth, DeviceAuthorization.self)
    let devicePage = device.map { _ in self.devicePage }
    add([.get], devicePage, name: "issuer.devicePage", style: .page, DevicePage.self)
    add([.post], devicePage, name: "issuer.devicePage", style: .page) {
      try DevicePage(issuer: $0, call: $1).choice()
    }
    if authorize != nil, token != nil {
      add([.get, .post], debugger, name: "issuer.debugger", style: .page, Debugger.self)
    }
    add([.post], pushedRequests, .par, style: .oauth, PushedRequestEndpoint.self)
    add([.post], introspection, .introspect, style: .oauth, IntrospectionEndpoint.self)
    add([.get, .post], userInfo, .userInfo, style: .oauth) {
      try UserInfoEndpoint(issuer: $0, call: $1).answer()
    }
    add([.get, .post], endSession, .endSession, style: .page, EndSessionEndpoint.self)
    return routes
  }
}

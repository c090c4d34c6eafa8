internal import EmuControlCalls
internal import EmuHTTP

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
  /// The description of a control call.
  var entry: ControlEntry?
  var run: @Sendable (IssuerCall) throws -> Answer

  init(
    _ method: Method, _ pattern: String, _ name: String, endpoint: IssuerEndpoint? = nil,
    style: IssuerCall.Style, _ run: @escaping @Sendable (IssuerCall) throws -> Answer
  ) {
    self.method = method
    self.pattern = pattern
    self.name = name
    self.endpoint = endpoint
    self.style = style
    self.run = run
    if endpoint?.usesKeys == true { signer = { call in call.issuerID } }
  }

  /// Creates the route of an endpoint with its standard name.
  init(
    _ method: Method, _ pattern: String, _ endpoint: IssuerEndpoint, style: IssuerCall.Style,
    _ run: @escaping @Sendable (IssuerCall) throws -> Answer
  ) {
    self.init(
      method, pattern, "issuer.\(endpoint.rawValue)", endpoint: endpoint, style: style, run)
  }

  /// Returns the same route below an issuer's root.
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

  /// Returns the same route with an issuer's messages.
  func worded(by issuer: any FakeIssuer) -> IssuerRoute {
    var route = self
    route.wording = issuer
    return route
  }
}

extension FakeIssuer {
  /// Creates a line of ``ownRoutes``.
  ///
  /// - Parameter run: receives the issuer with its current settings.
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

  /// Returns the routes of an issuer.
  ///
  /// - Parameter issuer: returns the issuer of a call.
  func routes(
    root: String, _ issuer: @escaping @Sendable (IssuerCall) throws -> any FakeIssuer
  ) -> [IssuerRoute] {
    var routes: [IssuerRoute] = []
    if let discovery {
      routes.append(
        IssuerRoute(.get, root + discovery, .discovery, style: .control) { call in
          try .ready(Discovery.answer(issuer(call), call))
        })
    }
    if let keys {
      routes.append(
        IssuerRoute(.get, root + keys, .keys, style: .control) { call in
          try .ready(PublishedKeys.answer(issuer(call), call))
        })
    }
    if let authorize {
      for prefix in prefixes {
        for method in [Method.get, .post] {
          routes.append(
            IssuerRoute(method, root + prefix + authorize, .authorize, style: .page) {
              call in try AuthorizeEndpoint(issuer: issuer(call), call: call).answer()
            })
        }
      }
      routes.append(
        IssuerRoute(.post, root + signIn, .signIn, style: .page) { call in
          try AuthorizeEndpoint(issuer: issuer(call), call: call).choice()
        })
    }
    if let token {
      for prefix in prefixes {
        for method in tokenMethods {
          routes.append(
            IssuerRoute(method, root + prefix + token, .token, style: .oauth) { call in
              try TokenEndpoint(issuer: issuer(call), call: call).answer()
            })
        }
      }
    }
    if let revocation {
      for method in revocationMethods {
        routes.append(
          IssuerRoute(method, root + revocation, .revoke, style: .oauth) { call in
            try RevocationEndpoint(issuer: issuer(call), call: call).answer()
          })
      }
    }
    if let device {
      routes += [
        IssuerRoute(.post, root + device, .device, style: .oauth) { call in
          try DeviceAuthorization(issuer: issuer(call), call: call).answer()
        },
        IssuerRoute(.get, root + devicePage, "issuer.devicePage", style: .page) { call in
          try DevicePage(issuer: issuer(call), call: call).answer()
        },
        IssuerRoute(.post, root + devicePage, "issuer.devicePage", style: .page) { call in
          try DevicePage(issuer: issuer(call), call: call).choice()
        },
      ]
    }
    if let debugger, authorize != nil, token != nil {
      for method in [Method.get, .post] {
        routes.append(
          IssuerRoute(method, root + debugger, "issuer.debugger", style: .page) { call in
            try Debugger(issuer: issuer(call), call: call).answer()
          })
      }
    }
    if let pushedRequests {
      routes.append(
        IssuerRoute(.post, root + pushedRequests, .par, style: .oauth) { call in
          try PushedRequestEndpoint(issuer: issuer(call), call: call).answer()
        })
    }
    if let introspection {
      routes.append(
        IssuerRoute(.post, root + introspection, .introspect, style: .oauth) { call in
          try IntrospectionEndpoint(issuer: issuer(call), call: call).answer()
        })
    }
    for method in [Method.get, .post] {
      if let userInfo {
        routes.append(
          IssuerRoute(method, root + userInfo, .userInfo, style: .oauth) { call in
            try UserInfoEndpoint(issuer: issuer(call), call: call).answer()
          })
      }
      if let endSession {
        routes.append(
          IssuerRoute(method, root + endSession, .endSession, style: .page) { call in
            try EndSessionEndpoint(issuer: issuer(call), call: call).answer()
          })
      }
    }
    return routes
  }
}

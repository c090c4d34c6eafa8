internal import EmuControlCalls
package import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuThread

/// Answers the backend's requests: checks the caller, finds project and tenant, reads the input,
/// and runs the operation.
///
/// These phases are the same for every endpoint.
package struct Dispatcher: Sendable {
  private let services: Services

  package init(services: Services) {
    self.services = services
    if services.signsIDTokens {
      services.keys.declare(issuer: KeyRing.secureToken, algorithms: [.rs256])
    }
  }

  /// The size in bytes from which parsing a body takes too long for a server's thread.
  private static let longBody = 64 << 10

  package var routes: [Route<Handler>] {
    Routes.all.map { route in
      let endpoint = route.payload
      return route.with(
        Handler(
          bodyLimits: BodyLimits(total: endpoint.bodyLimit, isStreamed: endpoint.input == .list),
          site: site
        ) { request, parameters in
          let answer = answer(to: request, at: endpoint, parameters)
          return endpoint.input == .describedQuery ? answer.map(\.endingLine) : answer
        })
    } + ActionHandler(services: services).routes + AppLinkHandler(services: services).routes
  }

  /// The site of all operations: the body names the subject of a request, and refusals have
  /// Google's form.
  private var site: RouteSite {
    RouteSite { [services] request, parameters in
      BackendSubject(services, request, parameters).faultValues
    } refuse: { refusal, _, _ in
      APIError(refusal).response
    }
  }

  /// Answers on the connection's thread, unless slow work is required first.
  private func answer(
    to request: Request, at endpoint: Endpoint, _ parameters: PathParameters
  ) -> Answer {
    if endpoint.showsKeys {
      services.keys.declare(issuer: KeyRing.secureToken, algorithms: [.rs256])
    }
    let usesKeys = endpoint.showsKeys || services.signsIDTokens
    guard !usesKeys || services.keys.isPrepared(KeyRing.secureToken) else {
      return .made { deliver in
        services.keys.prepare(issuer: KeyRing.secureToken) { result in
          switch result {
          case .success: deliver(parsed(request, endpoint, parameters))
          case .failure(let error):
            deliver(.ready(refusal(error, of: request, at: endpoint, parameters)))
          }
        }
      }
    }
    return parsed(request, endpoint, parameters)
  }

  /// Answers a request; the threads for imports read a long body.
  ///
  /// - Parameter created: the project or tenant that was created for this request.
  private func parsed(
    _ request: Request, _ endpoint: Endpoint, _ parameters: PathParameters,
    after created: MissingTarget? = nil
  ) -> Answer {
    guard request.storedBody != nil || request.body.count > Self.longBody else {
      return respond(to: request, at: endpoint, parameters, after: created)
    }
    return .made { deliver in
      services.workers.imports.submit(
        unless: request.hasDisconnected, isContinuation: created != nil
      ) {
        deliver(respond(to: request, at: endpoint, parameters, after: created))
      } refused: {
        deliver(.ready(refusal($0, of: request, at: endpoint, parameters)))
      }
    }
  }

  private func respond(
    to request: Request, at endpoint: Endpoint, _ parameters: PathParameters,
    after created: MissingTarget?
  ) -> Answer {
    let explanation = Explanation()
    do {
      let call = try call(of: request, at: endpoint, parameters, after: created, explanation)
      // A token without a tenant is left to the operation.
      if !call.context.rules.pathTenantWins, let tenant = call.context.tenant,
        let ofToken = call.context.idToken?.tenantID, ofToken != tenant.id
      {
        return .ready(call.refusal(APIError.tenantIDMismatch))
      }
      return endpoint.answer(call)
    } catch let target as MissingTarget {
      return services.answer(afterCreating: target) {
        parsed(request, endpoint, parameters, after: target)
      } refused: { error in
        refusal(error, of: request, at: endpoint, parameters)
      }
    } catch {
      return .ready(refusal(error, of: request, at: endpoint, parameters, explanation))
    }
  }

  /// - Throws: `MissingTarget` for a project or tenant that must be created first; `APIError`; the
  ///   errors of the store.
  private func call(
    of request: Request, at endpoint: Endpoint, _ parameters: PathParameters,
    after created: MissingTarget?, _ explanation: Explanation
  ) throws -> Endpoint.Call {
    let query = request.query
    let key = query.first("key").given ?? request.headers["X-Goog-Api-Key"]
    let caller = try services.caller(of: request, key: key, access: endpoint.access)
    let tree = try input(of: request, query, parameters, for: endpoint)
    let target = try RequestTarget(
      path: parameters, body: endpoint.access == .configuration ? .null : tree, key: key,
      services.idTokens)
    if endpoint.access == .projectAdmin, target.bodyProject == nil, !target.hasNumber {
      throw APIError.insufficientPermission(reason: "targetProjectId is required here.")
    }
    let resolver = TargetResolver(
      services: services, caller: caller, access: endpoint.access,
      createsTargets: !(endpoint.input == .describedQuery && request.method == .get),
      explanation: explanation)
    let project = try resolver.project(of: target)
    var tenant: Tenant?
    var targetRefusal: APIError?
    do {
      tenant = try resolver.tenant(of: target, in: project)
      // A person who looks at the emulator is not a client of the tenant.
      if tenant?.isDisabled == true, ![.configuration, .open].contains(endpoint.access) {
        throw APIError.projectDisabled
      }
    } catch let error as APIError {
      guard project.switches.profile.rules.readsBodyBeforeTenant else { throw error }
      targetRefusal = error
    }
    if let created { resolver.explainCreation(of: created) }
    if request.headers["X-Firebase-AppCheck"] != nil {
      explanation.add(.appCheck, .allowed, "The App Check token is not verified.")
    }
    let context = OperationContext(
      services: services, project: tenant.map(project.scoped) ?? project, tenant: tenant,
      targetRefusal: targetRefusal, caller: caller, idToken: target.idToken,
      now: services.clock.now, baseURL: services.baseURL(of: request), explanation: explanation,
      origin: RequestOrigin(request))
    return Endpoint.Call(
      tree: tree, context: context, endpoint: endpoint,
      unknownFields: unknownFields(of: request, at: endpoint),
      list: Self.list(of: request, at: endpoint))
  }

  /// Returns the refusal of a request that reached no operation, in the form of its project's
  /// profile.
  private func refusal(
    _ error: any Error, of request: Request, at endpoint: Endpoint, _ parameters: PathParameters,
    _ explanation: Explanation = Explanation()
  ) -> Response {
    let subject = BackendSubject(services, request, parameters)
    let form = ErrorForm(profile(of: subject), production: endpoint.productionForm)
    var response = APIError.response(to: error, as: form, explanation)
    response.annotations = Annotations(
      endpoint.name, project: subject.namedProject, explainedBy: explanation)
    return response
  }

  /// Returns the profile of a request that may reach no operation.
  private func profile(of subject: BackendSubject) -> Profile {
    (try? services.store.project(subject.project ?? services.defaultProject))?.switches.profile
      ?? services.store.directory.profile
  }

  private func input(
    of request: Request, _ query: FormFields, _ path: PathParameters, for endpoint: Endpoint
  ) throws -> JSON {
    switch endpoint.input {
    case .resource:
      var tree = Self.tree(of: query).object ?? JSONObject()
      tree["id"] = path["id"].map { .string($0) }
      if [.post, .patch].contains(request.method) {
        tree["resource"] = try body(of: request, path, at: endpoint)
      }
      return .object(tree)
    case .query: return Self.tree(of: query)
    case .describedQuery:
      do {
        try ControlError.check(queryOf: request, (endpoint.described?.query ?? [:]).keys.sorted())
      } catch {
        throw APIError.invalidArgument(error.message)
      }
      return Self.tree(of: query)
    case .bodyOrForm where request.body.isEmpty: return Self.tree(of: query)
    case .body where Self.isForm(request), .bodyOrForm where Self.isForm(request):
      return Self.tree(of: request.form)
    case .list:
      guard let list = Self.list(of: request, at: endpoint) else {
        return try body(of: request, path, at: endpoint)
      }
      return try Self.skeleton(of: list, without: BatchCreate.list)
    case .body, .bodyOrForm: return try body(of: request, path, at: endpoint)
    }
  }

  private func unknownFields(
    of request: Request, at endpoint: Endpoint
  ) -> Endpoint.UnknownFields {
    switch endpoint.input {
    case .query, .resource: .refusedInQuery
    case .bodyOrForm where request.body.isEmpty || Self.isForm(request): .refusedInQuery
    case .body where endpoint.access == .configuration: .refused
    default: .ignored
    }
  }

  /// Returns true for a form. Many clients declare a form and send JSON: their libraries' default
  /// type is a form.
  static func isForm(_ request: Request) -> Bool {
    request.contentType == "application/x-www-form-urlencoded"
      && request.body.first(where: { $0 > 32 }) != UInt8(ascii: "{")
  }

  /// Returns the body whose list is read element by element: a stored body, or one whose tree would
  /// need many times its size.
  private static func list(of request: Request, at endpoint: Endpoint) -> (any StoredBody)? {
    guard endpoint.input == .list else { return nil }
    if let stored = request.storedBody { return stored }
    return request.body.count > longBody ? BytesBody(request.body) : nil
  }

  /// Returns the members of a long body beside its list.
  private static func skeleton(
    of body: any StoredBody, without member: String
  ) throws -> JSON {
    var reader = JSONElementReader(arrays: [[member]], readingChunks: body.pieces())
    do {
      while try reader.skip() {}
      return try object(reader.skeleton())
    } catch let error as JSONError {
      throw APIError(error)
    }
  }

  private func body(
    of request: Request, _ path: PathParameters, at endpoint: Endpoint
  ) throws(APIError) -> JSON {
    // A body may be absent, and the Node SDK sends one with DELETE.
    if request.body.isEmpty || request.method == .delete { return .object(JSONObject()) }
    let tree: JSON
    do { tree = try parsed(request, path, at: endpoint) } catch { throw APIError(error) }
    return try Self.object(tree)
  }

  /// Reads the JSON of a body, in the form that the profile accepts; that of a list, which may be long, in
  /// its strict form.
  private func parsed(
    _ request: Request, _ path: PathParameters, at endpoint: Endpoint
  ) throws(JSONError) -> JSON {
    do { return try JSON(parsing: request.body) } catch {
      let subject = BackendSubject(services, request, path)
      guard endpoint.input != .list, profile(of: subject).rules.readsRelaxedJSON else {
        throw error
      }
      return try JSON(parsing: request.body, options: .relaxedWithoutComments)
    }
  }

  private static func object(_ tree: JSON) throws(APIError) -> JSON {
    guard case .object = tree else { throw .bodyIsNoObject }
    return tree
  }

  static func tree(of fields: FormFields) -> JSON {
    var object = JSONObject()
    for field in fields where field.name != "key" { object[field.name] = .string(field.value) }
    return .object(object)
  }
}

package import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// Answers the backend's requests: checks the caller, finds project and tenant, reads the input, and
/// hands over to the operation.
///
/// These phases are the same for every endpoint, so that no endpoint can forget one.
package struct Dispatcher: Sendable {
  private let services: Services
  private let authenticator: Authenticator

  package init(services: Services) {
    self.services = services
    authenticator = Authenticator(origins: services.origins)
  }

  /// Every path of the backend, to be mounted.
  package var routes: [Route<Handler>] {
    Routes.all.map { route in
      let endpoint = route.payload
      return Route(
        route.method, route.pattern.text, name: route.name,
        Handler(bodyLimit: endpoint.bodyLimit) { request, parameters in
          respond(to: request, at: endpoint, parameters)
        })
    } + ActionHandler(services: services).routes
  }

  private func respond(
    to request: Request, at endpoint: Endpoint, _ parameters: PathParameters
  ) -> Answer {
    let explanation = Explanation()
    do {
      let query = request.query
      let key = query.first("key") ?? request.headers["X-Goog-Api-Key"]
      let caller = try authenticator.caller(of: request, key: key, access: endpoint.access)
      let tree = try input(of: request, query, parameters, for: endpoint)
      let target = try RequestTarget(
        path: parameters, body: endpoint.access == .settings ? .null : tree, key: key)
      if endpoint.access == .projectAdmin, target.bodyProject == nil {
        throw APIError.insufficientPermission("targetProjectId is required here.")
      }
      let resolver = TargetResolver(services: services, caller: caller, explanation: explanation)
      let (project, tenant) = try resolver.resolve(target)
      if let tenant, tenant.config.isDisabled, endpoint.access != .settings {
        throw APIError.projectDisabled
      }
      let context = OperationContext(
        services: services, project: tenant.map(project.scoped) ?? project, tenant: tenant,
        caller: caller, idToken: target.idToken, now: services.clock.now,
        baseURL: services.baseURL(of: request), explanation: explanation,
        languageCode: Self.languageCode(of: request), origin: RequestOrigin(request),
        iosBundleID: ProfileInput.given(request.headers["X-Ios-Bundle-Identifier"]))
      return endpoint.answer(
        Endpoint.Call(tree: tree, context: context, operation: endpoint.name))
    } catch {
      var response = APIError(translating: error, explanation: explanation).response
      response.annotations = Annotations(
        operation: endpoint.name,
        decisions: explanation.decisions.map {
          Annotations.Note(rule: $0.rule, outcome: $0.outcome.rawValue, because: $0.because)
        })
      return .ready(response)
    }
  }

  /// A language tag is letters, digits and hyphens (RFC 5646 §2.1); some SDKs send underscores.
  private static func languageCode(of request: Request) -> String {
    guard let text = request.headers["X-Firebase-Locale"], !text.isEmpty, text.utf8.count <= 35,
      text.utf8.allSatisfy({ $0 < 128 }),
      text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    else { return "en" }
    return text
  }

  private func input(
    of request: Request, _ query: FormFields, _ path: PathParameters, for endpoint: Endpoint
  ) throws(APIError) -> JSON {
    switch endpoint.input {
    case .resource:
      var tree = Self.tree(of: query).object ?? JSONObject()
      tree["id"] = path["id"].map { .string($0) }
      tree["resource"] = try body(of: request)
      return .object(tree)
    case .query: return Self.tree(of: query)
    case .bodyOrForm where request.contentType == "application/x-www-form-urlencoded":
      return Self.tree(of: request.form)
    case .body, .bodyOrForm: return try body(of: request)
    }
  }

  private func body(of request: Request) throws(APIError) -> JSON {
    // A client that has nothing to say may send no body, and Node sends one with DELETE.
    if request.body.isEmpty || request.method == .delete { return .object(JSONObject()) }
    let tree: JSON
    do { tree = try JSON(parsing: request.body) } catch { throw APIError(error) }
    guard case .object = tree else {
      throw APIError(
        "Invalid JSON payload received. The body must be an object.",
        status: "INVALID_ARGUMENT", reason: "parseError")
    }
    return tree
  }

  private static func tree(of fields: FormFields) -> JSON {
    var object = JSONObject()
    for field in fields where field.name != "key" { object[field.name] = .string(field.value) }
    return .object(object)
  }
}

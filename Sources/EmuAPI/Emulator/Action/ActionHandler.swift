internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `/emulator/action`: the address of action links. Answers browsers with a page and programs with
/// JSON.
///
/// It runs the backend's operations, so a link does the same as an app with its code.
struct ActionHandler: Sendable {
  let services: Services

  static let path = "/emulator/action"
  static let name = "emulator.action"

  var routes: [Route<Handler>] {
    [Method.get, .post].map { method in
      Route(
        method, Self.path, name: Self.name,
        Handler(bodyLimits: BodyLimits(total: 64 << 10)) { request, _ in respond(to: request) })
    }
  }

  private func respond(to request: Request) -> Answer {
    let action = ActionRequest(request)
    let explanation = Explanation()
    let url = "\(services.baseURL(of: request))\(Self.path)?\(action.link.encoded)"
    @Sendable func show(_ outcome: ActionOutcome, _ annotations: Annotations?) -> Response {
      if case .failed(let failure) = outcome, annotations == nil,
        !explanation.decisions.contains(where: { $0.outcome == .refused })
      {
        explanation.add(.refusal, .refused, "\(failure.sentence) \(failure.nextStep)")
      }
      var response =
        action.acceptsPage ? ActionPage.response(outcome, to: action) : outcome.json(url: url)
      let project = action.apiKey.flatMap {
        try? services.store.projectID(selectedBy: $0) ?? services.defaultProject
      }
      response.annotations =
        annotations ?? Annotations(Self.name, project: project, explainedBy: explanation)
      return response
    }
    @Sendable func refusal(_ error: any Error) -> Response {
      let error = APIError(translating: error, explanation: explanation)
      return show(.failed(.refused(error.code, error.message)), nil)
    }
    guard let code = action.oobCode, let key = action.apiKey else {
      return .ready(show(.failed(.incomplete), nil))
    }
    do {
      let context = try context(of: request, action, key: key, explanation)
      let run = ActionRun(context: context, action: action, code: code)
      return try run.answer(show)
    } catch let target as MissingTarget {
      return services.answer(afterCreating: target) {
        respond(to: request)
      } refused: { error in
        refusal(error)
      }
    } catch {
      return .ready(refusal(error))
    }
  }

  private func context(
    of request: Request, _ action: ActionRequest, key: String, _ explanation: Explanation
  ) throws -> OperationContext {
    let resolver = TargetResolver(services: services, caller: .client, explanation: explanation)
    let target = RequestTarget(bodyTenant: action.tenantID, key: key)
    let project = try resolver.project(of: target)
    return OperationContext(
      services: services, project: project,
      tenant: try resolver.tenant(of: target, in: project), caller: .client, idToken: nil,
      now: services.clock.now, baseURL: services.baseURL(of: request), explanation: explanation)
  }
}

extension Services {
  /// Returns the address that the client used; links are built from it.
  func baseURL(of request: Request) -> String {
    request.baseURL(publicURL: publicURL)
  }
}

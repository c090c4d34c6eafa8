internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel
internal import EmuStore
internal import EmuThread

/// An error with its form on the wire.
protocol AnsweringError: Error {
  var response: Response { get }
  /// The precise reason for the request log, if the wire does not contain it.
  var reason: String? { get }
}

/// One request to an issuer or to its control calls.
final class IssuerCall: Sendable {
  /// The form of internal errors.
  enum Style: Sendable {
    /// Google's envelope, as in the control API.
    case control
    /// RFC 6749 §5.2.
    case oauth
    /// A page for people.
    case page
  }

  let services: IssuerServices
  let route: IssuerRoute
  let request: Request
  let parameters: PathParameters
  /// The project that a control call names, or the default one; nil for a call for all projects.
  let projectID: String?
  /// The time of the request, the same for the whole call.
  let now: Timestamp
  /// The address that the client used, such as `http://localhost:9099`.
  let baseURL: String
  let explanation = Explanation()
  /// The faults and queued answers that the request has consumed.
  let appliedFaults = AppliedFaults()

  init(
    services: IssuerServices, route: IssuerRoute, request: Request, parameters: PathParameters
  ) {
    self.services = services
    self.route = route
    self.request = request
    self.parameters = parameters
    let field = ControlRoutes.project.name
    projectID =
      route.entry?.query.contains { $0.name == field } == true
      ? request.query.first(field) ?? services.defaultProject : nil
    now = services.clock.now
    baseURL = request.baseURL(publicURL: services.publicURL)
  }

  // MARK: - Answering

  /// Runs the call on the connection's thread; an error becomes its response.
  ///
  /// If the call names a new project, it runs again after the project is created.
  func answer(_ body: @escaping @Sendable () throws -> Answer) -> Answer {
    let earlierDecisions = explanation.count
    do {
      return try body().map(annotated)
    } catch let missing as MissingTarget {
      return .made { [self] deliver in
        services.store.make(missing) { [self] result in
          services.workers.resumptions.submit { [self] in
            explanation.keep(first: earlierDecisions)
            deliver(
              answer {
                try result.get()
                return try body()
              })
          } refused: { [self] refusal in
            deliver(.ready(annotated(self.refusal(refusal))))
          }
        }
      }
    } catch {
      return .ready(annotated(refusal(error)))
    }
  }

  /// Changes the store on the writer's thread, then answers on the connection's thread, which may
  /// wait for keys and sign tokens.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> T,
    then respond: @escaping @Sendable (T) throws -> Response
  ) -> Answer {
    write(body, then: { value, finish in finish(value) }, answering: respond)
  }

  /// Changes the store on the writer's thread, then completes the response asynchronously. The
  /// closure runs on the writer's thread and must not block.
  ///
  /// - Parameter finish: calls its completion exactly once, from any thread.
  func write<T: Sendable, Output: Encodable & Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> T,
    then finish: @escaping @Sendable (T, @escaping @Sendable (Output) -> Void) -> Void
  ) -> ControlAnswer<Output> {
    ControlAnswer(write(body, then: finish) { try .json(of: $0) })
  }

  /// Changes the store, together with the uses of the faults that the request has met so far.
  private func write<T: Sendable, Output: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> T,
    then finish: @escaping @Sendable (T, @escaping @Sendable (Output) -> Void) -> Void,
    answering respond: @escaping @Sendable (Output) throws -> Response
  ) -> Answer {
    .later(
      Deferred { [self] completion in
        services.store.write { [self] writer in
          let value = try body(writer)
          try writer.store(appliedFaults, in: services.store)
          return {
            finish(value) { [self] output in
              completion { [self] in
                do { return try respond(output) } catch { return refusal(error) }
              }
            }
          }
        } failure: { [self] error in
          // A refused request has met its faults, but got no queued answer.
          services.store.giveBack(appliedFaults) { error is StoreError || $0.answer != nil }
          completion { [self] in refusal(error) }
        }
      })
  }

  /// Returns the answer, which is sent once the uses of the faults that the request has met are
  /// stored. Faults must be met before a deferred answer is completed.
  func storingFaults(of answer: Answer) -> Answer {
    @Sendable func complete(
      _ completion: @escaping Deferred.Completion, _ thunk: @escaping Deferred.Thunk
    ) {
      services.store.store(appliedFaults) { [self] error in
        guard let error else { return completion(thunk) }
        completion { [self] in annotated(refusal(error)) }
      }
    }
    switch answer {
    case .ready where appliedFaults.unstored.isEmpty: return answer
    case .ready(let response): return .later(Deferred { complete($0) { response } })
    case .later(let deferred):
      return .later(
        Deferred { completion in deferred.start { thunk in complete(completion, thunk) } })
    }
  }

  private func refusal(_ error: any Error) -> Response {
    let known = (error as? any AnsweringError) ?? fault(error)
    if let reason = known.reason {
      explanation.add(.operation(route.name), .refused, Reason(reason))
    }
    let translated = route.wording?.translated(known, self) ?? known
    if requestsDescription, let page = (translated as? PageError) ?? (known as? PageError) {
      return page.description
    }
    return translated.response
  }

  /// Logs the requested fields that an answer lacks; the real service may refuse them.
  func log(omitted names: [String], of parameter: String) {
    guard !names.isEmpty else { return }
    explanation.add(
      .operation(route.name), .allowed,
      "The answer has no \(names.joined(separator: ", ").prefix(128)) of \(parameter): the account or "
        + "this emulator has none, or the token's scopes exclude it.")
  }

  /// Rejects a misspelt parameter of the emulator, which would have no effect.
  ///
  /// - Throws: the error of the endpoint's form.
  func checkEmulatorParameters() throws {
    let form = TokenRequestForm.isForm(request) ? request.form : FormFields()
    let problem = [request.query, form].lazy.joined().compactMap { field in
      EmulatorParameters.problem(with: field.name, field.value)
    }.first
    guard let problem else { return }
    switch route.style {
    case .control: throw ControlError.invalid(problem)
    case .oauth:
      throw OAuthError(.invalidRequest, problem, problem: .unknownFailure)
    case .page:
      let issuer = issuerID.flatMap { try? services.sites.issuer($0) }
      throw PageError(
        words: issuer?.words ?? IssuerWords(brand: "provider"), code: "invalid_request",
        message: problem, problem: .unknownFailure)
    }
  }

  private func fault(_ error: any Error) -> any AnsweringError {
    if route.style == .control || error is DocumentError {
      return ControlError(translating: error)
    }
    let store = error as? StoreError
    let refusal = error as? WorkerPool.Refusal
    let isPassing = store?.isUnavailable == true || refusal != nil
    let reason = store?.message ?? refusal?.message ?? String(describing: error)
    return route.style == .page && !requestsDescription
      ? PageFault(isPassing: isPassing, reason: reason)
      : OAuthError(
        isPassing ? .temporarilyUnavailable : .serverError, isPassing ? reason : nil,
        reason: reason, problem: .fault(isPassing: isPassing))
  }

  /// The scheme of the header `Authorization` in lower case, and its text; nil for another form.
  var authorization: (scheme: String, text: String)? {
    let parts = request.headers["Authorization"]?.split(separator: " ", maxSplits: 1) ?? []
    return parts.count == 2 ? (parts[0].lowercased(), String(parts[1])) : nil
  }

  /// The token of a header `Authorization: Bearer`; nil for none.
  var bearerToken: String? { authorization.flatMap { $0.scheme == "bearer" ? $0.text : nil } }

  /// Returns a valid access token of an issuer with its consent and person; nil for another text.
  func accessToken(_ text: String, of issuer: any FakeIssuer) throws -> TokenWithPerson? {
    try services.store.read { try $0.validAccessToken(text, of: issuer.id, now: now) }
  }

  private func annotated(_ response: Response) -> Response {
    var response = route.entry == nil ? response : response.endingLine
    response.annotations = Annotations(
      route.name, project: projectID ?? namedProject, explainedBy: explanation)
    return response
  }

  private var namedProject: String? {
    guard let id = issuerID, let issuer = try? services.sites.issuer(id) else { return nil }
    return IssuerSubject(self, at: issuer).namedProject
  }
}

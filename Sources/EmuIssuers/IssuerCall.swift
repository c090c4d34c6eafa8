internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel
internal import EmuStore
internal import EmuThread

/// An error with the form that it has on the wire.
protocol AnsweringError: Error {
  var response: Response { get }
  /// The true reason, for the request log, where the wire does not have it.
  var because: String? { get }
}

/// One request to an issuer or to its controls.
struct IssuerCall: Sendable {
  /// How faults of our own read.
  enum Style: Sendable {
    /// Google's envelope, as all of the control API.
    case control
    /// RFC 6749 §5.2.
    case oauth
    /// A page for people.
    case page
  }

  let services: IssuerServices
  let operation: String
  /// Which endpoint of an issuer is called; nil for all else.
  let endpoint: IssuerEndpoint?
  let style: Style
  /// Whose words a refusal is in; nil for those of the standards.
  let wording: (any FakeIssuer)?
  let request: Request
  let parameters: PathParameters
  /// The moment of the request; one for all of it.
  let now: Timestamp
  let baseURL: String
  let explanation = Explanation()

  init(
    services: IssuerServices, operation: String, endpoint: IssuerEndpoint?, style: Style,
    wording: (any FakeIssuer)?, request: Request, parameters: PathParameters
  ) {
    self.services = services
    self.operation = operation
    self.endpoint = endpoint
    self.style = style
    self.wording = wording
    self.request = request
    self.parameters = parameters
    now = services.clock.now
    baseURL = services.baseURL(of: request)
  }
}

// MARK: - Answering

extension IssuerCall {
  /// Runs the call on the connection's thread; what is thrown becomes the answer.
  ///
  /// Where it names a project for the first time, it runs again once the project is made.
  func answer(_ body: @escaping @Sendable () throws -> Answer) -> Answer {
    let earlierDecisions = explanation.count
    do {
      return try body().map(annotated)
    } catch let place as MissingPlace {
      return .made { deliver in
        services.store.make(place) { result in
          services.workers.resumptions.submit {
            explanation.keep(first: earlierDecisions)
            deliver(
              answer {
                try result.get()
                return try body()
              })
          } refused: { refusal in
            deliver(.ready(annotated(self.refusal(refusal))))
          }
        }
      }
    } catch {
      return .ready(annotated(refusal(error)))
    }
  }

  /// Changes the store on the writer's thread, then answers on the connection's own, where keys may
  /// be waited for and tokens signed.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T,
    then respond: @escaping @Sendable (T) throws -> Response
  ) -> Answer {
    .later(
      Deferred { completion in
        services.store.write(body) { result in
          completion {
            do { return try respond(result.get()) } catch { return refusal(error) }
          }
        }
      })
  }

  /// Changes the store on the writer's thread, then lets somebody else finish the answer, who must
  /// not block: it runs on the writer's thread.
  ///
  /// - Parameter respond: calls what it is given exactly once, from any thread.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T,
    then respond: @escaping @Sendable (T, @escaping @Sendable (Response) -> Void) -> Void
  ) -> Answer {
    .later(
      Deferred { completion in
        services.store.write(body) { result in
          switch result {
          case .success(let value): respond(value) { response in completion { response } }
          case .failure(let error): completion { refusal(error) }
          }
        }
      })
  }

  private func refusal(_ error: any Error) -> Response {
    let known = (error as? any AnsweringError) ?? fault(error)
    if let because = known.because {
      explanation.add(.operation(operation), .refused, Sentence(because))
    }
    if let page = known as? PageError, wantsDescription { return page.description }
    return (wording?.worded(known, self) ?? known).response
  }

  /// What an error becomes that is no refusal.
  private func fault(_ error: any Error) -> any AnsweringError {
    let store = error as? StoreError
    let refusal = error as? WorkerPool.Refusal
    let isPassing = store?.isUnavailable == true || refusal != nil
    let because = store?.message ?? refusal?.message ?? String(describing: error)
    return switch style {
    case .control:
      isPassing ? ControlError(.unavailable, because) : ControlError.fault(because: because)
    case .oauth:
      OAuthError(
        isPassing ? .temporarilyUnavailable : .serverError, isPassing ? because : nil,
        because: because,
        problem: .fault(isPassing: isPassing))
    case .page: PageFault(isPassing: isPassing, because: because)
    }
  }

  private func annotated(_ response: Response) -> Response {
    var response = response
    response.annotations = Annotations(operation, explainedBy: explanation)
    return response
  }
}

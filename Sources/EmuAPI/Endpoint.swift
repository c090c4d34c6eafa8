internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuThread

/// An operation in the route table, with its type erased.
struct Endpoint: Sendable {
  /// The operation's wire name, such as `accounts:signUp`.
  let name: String
  let access: Access
  let input: InputSource
  /// The largest body in bytes.
  var bodyLimit = 10 << 20
  /// True if the response contains the public keys of the backend's tokens, which may have to be
  /// generated first.
  var showsKeys = false
  var productionForm = ErrorForm.classic
  let operation: any Operation.Type
  let answer: @Sendable (Call) -> Answer

  enum InputSource: Sendable, Equatable {
    /// A JSON body, or a form if the content type says so.
    case body
    /// The same, or the query if the body is absent.
    case bodyOrForm
    case query
    /// The query; a field that ``DescribedCall/query`` lacks is an error.
    case describedQuery
    /// `{"resource": body, "id": …}` with the query's fields beside it.
    case resource
    /// A JSON body with one array of any length. Of a long body, the members beside the array.
    case list
  }

  /// Production's answer to fields that the input does not have.
  enum UnknownFields: Sendable {
    case ignored
    /// Members of a body.
    case refused
    /// Fields of a query or form.
    case refusedInQuery
  }

  struct Call: Sendable {
    /// Null once the input was read, so that no tree is kept while the request waits.
    var tree: JSON
    let context: OperationContext
    let endpoint: Endpoint
    var unknownFields = UnknownFields.ignored
    /// The body whose list is read element by element; `tree` then has the members beside the list.
    var list: (any StoredBody)?
  }
}

extension ReadOperation {
  static func endpoint(_ name: String, access: Access, input: Endpoint.InputSource) -> Endpoint {
    Endpoint(
      name: name, access: access, input: input, showsKeys: returnsKeys, operation: Self.self
    ) { call in
      let response = call.response {
        let context = call.context
        let input = try call.input(Input.self)
        if let stream = try stream(input, in: context) {
          return call.annotated(.stream(stream, type: "application/json; charset=utf-8"))
        }
        let output = try context.services.store.read { try run(input, in: context, $0) }
        var response = try call.response(output)
        response.headers["Cache-Control"] = returnsKeys ? context.keyCaching : nil
        return response
      }
      return .ready(response)
    }
  }
}

extension WriteOperation {
  static func endpoint(_ name: String, access: Access, input: Endpoint.InputSource) -> Endpoint {
    Endpoint(name: name, access: access, input: input, operation: Self.self) { call in
      do {
        let input = try call.input(Input.self, oneof: oneof)
        let run = WriteRun<Self>(call: call.withoutTree, input: input)
        return .later(Deferred { run.start($0) })
      } catch {
        return .ready(call.refusal(error))
      }
    }
  }
}

extension Endpoint {
  /// Returns the same endpoint with the error form of the path's version in production.
  func refusing(as path: String) -> Endpoint {
    var endpoint = self
    endpoint.productionForm =
      input == .describedQuery
      ? .control : path.contains("/v2/") || path.hasSuffix("/v1/token") ? .canonical : .classic
    return endpoint
  }
}

extension Endpoint.Call {
  /// Reads the input, and records its unknown fields for the request log.
  ///
  /// - Throws: the mistakes of the input; then the refusal of its target.
  func input<Input: Decodable>(
    _ type: Input.Type, oneof: Oneof? = nil
  ) throws(APIError) -> Input {
    let isQuery = unknownFields == .refusedInQuery
    let form = isQuery ? APIError.unknownParameter : APIError.unknownField
    var mistakes: [JSONMistake] = []
    defer {
      context.explanation.add(unknownFields: mistakes.compactMap(\.unknownField?.path))
    }
    func counted() -> [JSONMistake] {
      mistakes.removeAll { isQuery && Self.systemParameters.contains($0.unknownField?.name ?? "") }
      return mistakes.filter { unknownFields != .ignored || $0.unknownField == nil }
    }
    let value: Input
    do {
      value = try JSONDecoding.decode(
        type, from: tree, options: context.rules.decoding, mistakes: &mistakes)
    } catch {
      // Removes the system parameters from the log of unknown fields as well.
      let counted = counted()
      throw context.rules.namesEveryMistake ? APIError(counted, unknown: form) : APIError(error)
    }
    if let member = oneof?.repeatedMember(of: tree), let oneof {
      try context.checkStrictly(
        false, reason: "the members of \(oneof.group) exclude each other",
        otherwise: .repeatedOneof(oneof, member))
    }
    try context.check(counted(), unknown: form)
    if let refusal = context.targetRefusal, !(type is any ResourceInput.Type) { throw refusal }
    return value
  }

  /// The parameters of every call of a Google API, by its discovery document.
  private static let systemParameters: Set<String> = [
    "$.xgafv", "access_token", "alt", "callback", "fields", "key", "oauth_token", "prettyPrint",
    "quotaUser", "uploadType", "upload_protocol", "userIp",
  ]

  fileprivate var withoutTree: Self {
    var call = self
    call.tree = .null
    return call
  }

  func response(_ body: () throws -> Response) -> Response {
    do { return try body() } catch { return refusal(error) }
  }

  func response(_ output: any Encodable) throws -> Response {
    guard context.rules.shape == .production, var shaped = output as? any ProductionShaped else {
      return annotated(.json(try JSONEncoding.encode(output, capacity: 2048)))
    }
    shaped.convertToProductionShape(for: context.caller)
    return annotated(.json(try JSONEncoding.encode(shaped, capacity: 2048)))
  }

  func refusal(_ error: any Error) -> Response {
    let form = ErrorForm(context.switches.profile, production: endpoint.productionForm)
    return annotated(APIError.response(to: error, as: form, context.explanation))
  }

  /// Refuses the request, once the uses of the faults that it has met are stored.
  func refuse(_ error: any Error, _ completion: @escaping Deferred.Completion) {
    context.services.store.store(context.runs.appliedFaults) { failure in
      completion { refusal(failure ?? error) }
    }
  }

  /// Answers the request with an output, once the uses of the faults that it has met are stored.
  func answer(
    _ output: any Encodable & Sendable, _ completion: @escaping Deferred.Completion
  ) {
    context.services.store.store(context.runs.appliedFaults) { failure in
      completion { failure.map(refusal) ?? response { try response(output) } }
    }
  }

  func annotated(_ response: Response) -> Response {
    var response = response
    response.annotations = Annotations(
      endpoint.name, project: context.project.id, explainedBy: context.explanation)
    return response
  }
}

extension OperationContext {
  /// - Throws: in production the mistakes of a message.
  func check(
    _ mistakes: [JSONMistake], unknown form: (UnknownField) -> APIError = APIError.unknownField
  ) throws(APIError) {
    let isKnown = mistakes.contains { $0.unknownField == nil }
    try checkStrictly(
      mistakes.isEmpty,
      reason: isKnown
        ? "a text is not in its published format" : "the request has unknown fields",
      otherwise: APIError(mistakes, unknown: form))
  }
}

extension APIError {
  /// Converts an error to a refusal. An unexpected error is logged as an internal fault.
  init(translating error: any Error, explanation: Explanation) {
    switch error {
    case let error as APIError:
      self = error
    case let error as StoreError where error.isUnavailable:
      self = .unavailable(error.message)
    case let error as WorkerPool.Refusal:
      self = .unavailable(error.message)
    default:
      explanation.add(.internalError, .refused, Reason(String(describing: error)))
      self = .internalError
    }
    explain(in: explanation)
  }
}

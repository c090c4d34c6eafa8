internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// An operation as the route table holds it: the type is forgotten, the phases are kept.
struct Endpoint: Sendable {
  /// The operation's wire name, such as `accounts:signUp`.
  let name: String
  let access: Access
  /// Where the input comes from.
  let input: InputSource
  /// Largest body, in bytes.
  let bodyLimit: Int
  let answer: @Sendable (Call) -> Answer

  enum InputSource: Sendable {
    case body
    /// A JSON body or a form, whatever the content type says.
    case bodyOrForm
    case query
    /// `{"resource": body, "id": …}` with the query's fields beside it.
    case resource
  }

  /// One request on its way to the operation.
  struct Call: Sendable {
    let tree: JSON
    let context: OperationContext
    let operation: String
  }

  static let clientLimit = 10 << 20
  static let importLimit = 1 << 30
}

extension Endpoint {
  static func read<O: ReadOperation>(
    _ operation: O.Type, _ name: String, access: Access, input: InputSource = .body
  ) -> Endpoint {
    Endpoint(name: name, access: access, input: input, bodyLimit: clientLimit) { call in
      call.answer {
        let input = try call.input(O.Input.self)
        let output = try call.context.services.store.read { reader in
          try O.run(input.value, in: call.context, reader)
        }
        return try call.response(output, unknownFields: input.unknownFields)
      }
    }
  }

  static func write<O: WriteOperation>(
    _ operation: O.Type, _ name: String, access: Access, input: InputSource = .body,
    bodyLimit: Int = clientLimit
  ) -> Endpoint {
    Endpoint(name: name, access: access, input: input, bodyLimit: bodyLimit) { call in
      do {
        let input = try call.input(O.Input.self)
        let prepared = try O.prepare(input.value, in: call.context)
        return .later(
          Deferred { completion in
            WriteRun(operation: O.self, prepared: prepared, call: call).start { result in
              completion {
                call.response {
                  try call.response(result.get(), unknownFields: input.unknownFields)
                }
              }
            }
          })
      } catch {
        return .ready(call.refusal(error))
      }
    }
  }
}

extension Endpoint.Call {
  fileprivate func input<Input: Decodable>(
    _ type: Input.Type
  ) throws(APIError) -> (value: Input, unknownFields: [String]) {
    do {
      return try JSONDecoding.decodeReportingUnknownFields(type, from: tree)
    } catch {
      throw APIError(error)
    }
  }

  fileprivate func answer(_ body: () throws -> Response) -> Answer { .ready(response(body)) }

  fileprivate func response(_ body: () throws -> Response) -> Response {
    do { return try body() } catch { return refusal(error) }
  }

  fileprivate func response(
    _ output: some Encodable, unknownFields: [String]
  ) throws -> Response {
    annotated(.json(try JSONEncoding.encode(output)), unknownFields: unknownFields)
  }

  fileprivate func refusal(_ error: any Error) -> Response {
    let error = APIError(translating: error, explanation: context.explanation)
    return annotated(error.response)
  }

  private func annotated(_ response: Response, unknownFields: [String] = []) -> Response {
    var response = response
    response.annotations = Annotations(
      operation: operation, project: context.project.id, unknownFields: unknownFields,
      decisions: context.explanation.decisions.map { decision in
        Annotations.Note(
          rule: decision.rule, outcome: decision.outcome.rawValue, because: decision.because)
      })
    return response
  }
}

extension APIError {
  /// The refusal that an error becomes; what is no refusal is a fault of ours and logged as one.
  init(translating error: any Error, explanation: Explanation) {
    switch error {
    case let error as APIError:
      self = error
    case let error as StoreError where error.code == .diskFull || error.code == .closed:
      self = .unavailable(error.message)
    default:
      explanation.add("internal", .refused, String(describing: error))
      self = .internalError
    }
  }
}

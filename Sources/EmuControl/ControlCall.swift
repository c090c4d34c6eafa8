internal import EmuControlCalls
internal import EmuHTTP
internal import EmuStore
internal import EmuThread

struct ControlCall: Sendable {
  /// The route's path below `/emulator/v1`, which is the operation's name in the log.
  let name: String
  let request: Request
  let parameters: PathParameters

  /// Decodes the body. An absent one is `{}`, and an unknown field is an error.
  func input<Input: Decodable>(_ type: Input.Type) throws(ControlError) -> Input {
    try ControlBody.read(type, of: request)
  }

  /// Adds the annotations for the request log to a response.
  func annotated(_ response: Response) -> Response {
    var response = response.endingLine
    response.annotations = Annotations(
      operation: name, project: parameters["project"],
      // A refusal from the writer's thread already has decisions.
      decisions: response.annotations?.decisions ?? [])
    return response
  }
}

extension Control {
  /// Changes the store and answers with the result after the commit, on the connection's thread.
  func write<Output: Encodable & Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Output
  ) -> ControlAnswer<Output> {
    ControlAnswer(
      .later(
        Deferred { completion in
          services.store.write { writer in
            let value = try body(writer)
            return {
              completion {
                do { return try .json(of: value) } catch { return Self.refusal(error) }
              }
            }
          } failure: { error in
            completion { Self.refusal(error) }
          }
        }))
  }

  /// Answers on a thread that may wait for files and for the writer.
  func onImportQueue<Output: Encodable>(
    _ body: @escaping @Sendable () throws -> Output
  ) -> ControlAnswer<Output> {
    ControlAnswer(onImportQueue { try ControlAnswer(body()).answer })
  }

  /// Answers on a thread that may wait, with a complete response.
  func onImportQueue(_ body: @escaping @Sendable () throws -> Answer) -> Answer {
    .made { deliver in
      services.workers.imports.submit {
        deliver(Self.answer(body))
      } refused: { refusal in
        deliver(.ready(Self.refusal(refusal)))
      }
    }
  }
}

internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuStore

/// One request to the control API.
struct ControlCall: Sendable {
  /// The route's path below `/emulator/v1`, which is also the operation's name in the log.
  let name: String
  let request: Request
  let parameters: PathParameters

  /// Reads the body; an absent one is `{}`, and a misspelt field is an error.
  func input<Input: Decodable>(_ type: Input.Type) throws(ControlError) -> Input {
    try ControlBody.read(type, of: request)
  }

  /// Marks a response for the request log.
  func annotated(_ response: Response) -> Response {
    var response = response
    response.annotations = Annotations(
      operation: name, project: parameters["project"],
      // What was refused later, on the writer's thread, has them already.
      decisions: response.annotations?.decisions ?? [])
    return response
  }
}

extension Control {
  /// Answers now.
  func answer(_ tree: JSON) -> Answer { .ready(.json(tree.serializedBytes())) }

  /// Changes the store and answers once the change is durable.
  ///
  /// - Parameter finish: makes the answer, on the connection's own thread.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T,
    finish: @escaping @Sendable (T) throws -> JSON
  ) -> Answer {
    write(body) { .json(try finish($0).serializedBytes()) }
  }

  /// The same, with an answer that is whole already.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (Writer) throws -> T,
    finish: @escaping @Sendable (T) throws -> Response
  ) -> Answer {
    .later(
      Deferred { completion in
        services.store.write(body) { result in
          completion {
            do {
              return try finish(try result.get())
            } catch {
              return Self.refusal(error)
            }
          }
        }
      })
  }
}

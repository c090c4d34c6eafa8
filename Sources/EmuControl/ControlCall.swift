internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuStore

/// One request to the control API.
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
    var response = response
    response.annotations = Annotations(
      operation: name, project: parameters["project"],
      // A refusal from the writer's thread already has decisions.
      decisions: response.annotations?.decisions ?? [])
    return response
  }
}

extension Control {
  /// Answers immediately.
  func answer(_ tree: JSON) -> Answer { .ready(.json(tree.serializedBytes())) }

  /// Changes the store and answers after the commit.
  ///
  /// - Parameter finish: returns the response body, on the connection's thread.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> T,
    finish: @escaping @Sendable (T) throws -> JSON
  ) -> Answer {
    write(body) { .json(try finish($0).serializedBytes()) }
  }

  /// Changes the store and answers after the commit, with a complete response.
  func write<T: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> T,
    finish: @escaping @Sendable (T) throws -> Response
  ) -> Answer {
    .later(
      Deferred { completion in
        services.store.write { writer in
          let value = try body(writer)
          return {
            completion { do { return try finish(value) } catch { return Self.refusal(error) } }
          }
        } failure: { error in
          completion { Self.refusal(error) }
        }
      })
  }
}

package import EmuHTTP
package import EmuJSON

/// Reads the bodies of control calls, all of them by the same rules.
package enum ControlBody {
  /// The body as a tree; none is an empty object.
  ///
  /// - Throws: `INVALID_ARGUMENT` for what is no JSON object.
  package static func tree(of request: Request) throws(ControlError) -> JSONObject {
    if request.body.isEmpty { return JSONObject() }
    do throws(JSONError) {
      if let object = try JSON(parsing: request.body).object { return object }
    } catch {
      throw refusal(error)
    }
    throw .invalid("The body must be a JSON object.")
  }

  /// The body as a type; a field that the type does not have is refused with those that it has.
  package static func read<Input: Decodable>(
    _ type: Input.Type, of request: Request
  ) throws(ControlError) -> Input {
    try read(type, from: .object(try tree(of: request)))
  }

  /// A part of a body as a type.
  ///
  /// - Parameter path: where the part stands, such as `account.`.
  package static func read<Input: Decodable>(
    _ type: Input.Type, from tree: JSON, at path: String = ""
  ) throws(ControlError) -> Input {
    do throws(JSONError) {
      return try JSONDecoding.decode(type, from: tree, options: .rejectingUnknownFields)
    } catch {
      throw refusal(error, at: path)
    }
  }

  static func refusal(_ error: JSONError, at path: String = "") -> ControlError {
    guard error.path != nil else { return .invalid("The body is no JSON: \(error.description).") }
    return .invalid("\(path)\(error.description).")
  }
}

/// The input of a call that takes none.
package struct NoFields: Decodable, Sendable {
  private enum CodingKeys: CodingKey {}

  package init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: CodingKeys.self)
  }
}

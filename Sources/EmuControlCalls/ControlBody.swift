package import EmuHTTP
package import EmuJSON

package enum ControlBody {
  /// Returns the body as an object, empty if absent.
  ///
  /// - Throws: `INVALID_ARGUMENT` for any other body.
  package static func tree(of request: Request) throws(ControlError) -> JSONObject {
    if request.body.isEmpty { return JSONObject() }
    do throws(JSONError) {
      if let object = try JSON(parsing: request.body, options: .strictWithUniqueKeys).object {
        return object
      }
    } catch {
      throw refusal(error)
    }
    throw .invalid("The body must be a JSON object.")
  }

  /// Returns the body as a type. An unknown field is an error that lists the known ones.
  package static func read<Input: Decodable>(
    _ type: Input.Type, of request: Request
  ) throws(ControlError) -> Input {
    try read(type, from: .object(try tree(of: request)))
  }

  /// Returns a part of a body as a type.
  ///
  /// - Parameter path: the path of the part, such as `account.`.
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
    guard error.path != nil else { return .invalid("The body is not JSON: \(error.description).") }
    return .invalid("\(path)\(error.description).")
  }
}

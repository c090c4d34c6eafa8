package import EmuHTTP
internal import EmuJSON

/// The answer of a control call, with the type that describes it.
///
/// A value is encoded as its type, so that answers are as `/emulator/openapi.json` describes them.
/// The type of an answer that is not a JSON document is `Never`.
package struct ControlAnswer<Output: Decodable & Sendable>: Sendable {
  package let answer: Answer

  /// For a call that writes its document in pieces, or has other forms beside it.
  package init(_ answer: Answer) { self.answer = answer }
}

extension ControlAnswer where Output: Encodable {
  package init(_ output: Output) throws { answer = .ready(try .json(of: output)) }
}

extension Response {
  /// The response of a control call, whose JSON text ends with a line's end, for terminals.
  package var endingLine: Response {
    guard case .bytes(let bytes) = body, bytes.last == UInt8(ascii: "}") else { return self }
    var response = self
    response.body = .bytes(bytes + [0x0A])
    return response
  }

  package static func json(of value: some Encodable) throws -> Response {
    .json(try JSONEncoding.encode(value))
  }
}

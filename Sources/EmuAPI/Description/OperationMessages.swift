internal import EmuJSON

/// The input and output types of an operation. Their schemas are generated on request.
struct OperationMessages: Sendable {
  private let operation: any Sendable.Type
  private let input: any (Decodable & Sendable).Type
  private let output: any (Encodable & Sendable).Type

  init(
    _ operation: any Sendable.Type, _ input: any (Decodable & Sendable).Type,
    _ output: any (Encodable & Sendable).Type
  ) {
    self.operation = operation
    self.input = input
    self.output = output
  }

  private var call: (any DescribedCall.Type)? { operation as? any DescribedCall.Type }

  /// The purpose of the operation; nil for a call of Google's API.
  var about: String? { call?.about }
  /// The purpose of each field of the query, by its name.
  var queryWords: [String: String] { call?.query ?? [:] }

  /// The field of the input that is the body; nil where the whole input is.
  private static let resource = "resource"

  /// Returns the schema of the body.
  func body(in book: SchemaBook) -> JSON {
    let resource = FieldProbe.fields(of: input).first { $0.name == Self.resource }
    return schema(of: resource?.type ?? input, in: book)
  }

  /// Returns the schemas of the query's fields.
  func query(in book: SchemaBook) -> JSONObject {
    var fields = JSONObject()
    for field in FieldProbe.fields(of: input) where field.name != Self.resource {
      fields[field.name] = schema(of: field.type, in: book)
    }
    return fields
  }

  /// Returns the schema of the response.
  func answer(in book: SchemaBook) -> JSON {
    guard let output = output as? any Decodable.Type else { return Self.anything }
    return schema(of: output, in: book)
  }

  private func schema(of type: any Decodable.Type, in book: SchemaBook) -> JSON {
    (try? book.schema(of: type)) ?? Self.anything
  }

  private static let anything: JSON = ["type": "object"]
}

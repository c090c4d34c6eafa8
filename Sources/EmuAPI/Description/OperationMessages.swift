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

  private var resource: (any ResourceMessages.Type)? { operation as? any ResourceMessages.Type }

  private var call: (any DescribedCall.Type)? { operation as? any DescribedCall.Type }

  /// The purpose of the operation; nil for a call of Google's API.
  var about: String? { call?.about }
  /// The purpose of each field of the query, by its name.
  var queryWords: [String: String] { call?.query ?? [:] }

  /// Returns the schema of the body.
  func body(in book: SchemaBook) -> JSON {
    guard let resource else { return schema(of: input, in: book) }
    return resource.body.map { book.reference(to: $0) } ?? Self.anything
  }

  /// Returns the schemas of the query's fields.
  func query(in book: SchemaBook) -> JSONObject {
    let probe = SchemaProbe(book: book)
    _ = try? input.init(from: probe)
    guard let resource else { return probe.properties }
    var fields = JSONObject()
    for name in resource.query { fields[name] = probe.properties[name] }
    return fields
  }

  /// Returns the schema of the response.
  func answer(in book: SchemaBook) -> JSON {
    if let resource { return book.reference(to: resource.answer) }
    guard let output = output as? any Decodable.Type else { return Self.anything }
    return schema(of: output, in: book)
  }

  private func schema(of type: any Decodable.Type, in book: SchemaBook) -> JSON {
    (try? book.schema(of: type)) ?? Self.anything
  }

  private static let anything: JSON = ["type": "object"]
}

extension SchemaBook {
  fileprivate func reference(to message: ResourceMessage) -> JSON {
    component(message.name) { schema(of: message.shape) }
  }
}

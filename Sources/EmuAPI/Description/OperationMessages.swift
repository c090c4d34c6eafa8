internal import EmuJSON

/// The input and output types of an operation.
struct OperationMessages: Sendable {
  /// The field of the input that is the body; where there is none, the whole input is.
  private static let resource = "resource"

  let operation: any Sendable.Type
  let input: any (Decodable & Sendable).Type
  let output: any (Encodable & Sendable).Type

  private var call: (any DescribedCall.Type)? { operation as? any DescribedCall.Type }

  /// The purpose of the operation; nil for a call of Google's API.
  var about: String? { call?.about }
  /// The purpose of each field of the query, by its name.
  var queryWords: [String: String] { call?.query ?? [:] }

  var body: any Decodable.Type {
    FieldProbe.fields(of: input).first { $0.name == Self.resource }?.type ?? input
  }

  var query: [ProbedField] {
    FieldProbe.fields(of: input).filter { $0.name != Self.resource }
  }
}

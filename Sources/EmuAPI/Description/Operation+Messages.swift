internal import EmuJSON

extension Operation {
  /// The field of the input that is the body; where there is none, the whole input is.
  private static var resource: String { "resource" }

  static var bodyType: any Decodable.Type {
    FieldProbe.fields(of: Input.self).first { $0.name == resource }?.type ?? Input.self
  }

  static var queryFields: [ProbedField] {
    FieldProbe.fields(of: Input.self).filter { $0.name != resource }
  }

  static var outputType: (any Decodable.Type)? { Output.self as? any Decodable.Type }
}

extension Endpoint {
  /// The operation's description; nil for a call of Google's API.
  var described: (any DescribedCall.Type)? { operation as? any DescribedCall.Type }
}

/// An object whose members are named once, for reading and for writing (ADR 0028).
///
/// ```swift
/// struct Person: JSONRecord {
///   var name = ""
///   var age: Int?
///
///   mutating func visitMembers(_ member: inout JSONMembers) throws {
///     try member("name", &name)
///     try member("age", &age)
///   }
/// }
/// ```
/// It is read and written as by the compiler's synthesized `Codable`, for half to three quarters of
/// the instructions: without containers, keys or boxes.
package protocol JSONRecord: Codable {
  /// Creates the value whose members are then read.
  init()

  /// Visits every member, in the order in which they are written.
  mutating func visitMembers(_ member: inout JSONMembers) throws
}

extension JSONRecord {
  package init(from decoder: any Decoder) throws {
    self.init()
    var members = try JSONMembers(from: decoder)
    try visitMembers(&members)
  }

  package func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TextEncoder {
      try encoder.text.write(self)
    } else {
      var members = JSONMembers(to: encoder)
      var copy = self
      try copy.visitMembers(&members)
    }
  }
}

/// A text in JSON that may be created at its encoding.
package protocol JSONText: Codable {
  init(jsonText: String)
  func jsonText() throws -> String
}

extension JSONText {
  package init(from decoder: any Decoder) throws {
    self.init(jsonText: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(jsonText())
  }
}

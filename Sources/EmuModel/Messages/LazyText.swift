/// A text that is created when the response is encoded.
///
/// Tokens are such texts: a signature costs more than the rest of a sign-in. So they are signed on
/// the connection's thread, after the commit, and never on the writer's.
package struct LazyText: Codable, Sendable {
  private let make: @Sendable () throws -> String

  package init(_ make: @escaping @Sendable () throws -> String) { self.make = make }

  package init(_ text: String) { make = { text } }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text())
  }

  package func text() throws -> String { try make() }
}

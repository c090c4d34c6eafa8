/// A text that is created when the response is encoded.
///
/// Tokens are such texts: a signature costs more than the rest of a sign-in. So they are signed on
/// the connection's thread, after the commit, and never on the writer's.
struct LazyText: Codable, Sendable {
  private let make: @Sendable () throws -> String

  init(_ make: @escaping @Sendable () throws -> String) { self.make = make }

  init(_ text: String) { make = { text } }

  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text())
  }

  func text() throws -> String { try make() }
}

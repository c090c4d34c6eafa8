internal import EmuJSON

/// A text that is created when the response is encoded.
///
/// Tokens are such texts: a signature costs more than the rest of a sign-in. So they are signed on
/// the connection's thread, after the commit, and never on the writer's.
package struct LazyText: JSONText, Sendable {
  private let make: @Sendable () throws -> String

  package init(_ make: @escaping @Sendable () throws -> String) { self.make = make }

  package init(_ text: String) { make = { text } }

  package init(jsonText: String) { self.init(jsonText) }

  package func jsonText() throws -> String { try text() }

  package func text() throws -> String { try make() }
}

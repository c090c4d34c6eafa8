internal import EmuJSON

/// A text of an answer that is written only when the answer is encoded.
///
/// Tokens are such texts: a signature costs more than the rest of a sign-in, so they are made on the
/// connection's own thread, after the commit, and never on the writer's.
package struct LazyText: JSONText, Sendable {
  private let make: @Sendable () throws -> String

  package init(_ make: @escaping @Sendable () throws -> String) { self.make = make }

  package init(_ text: String) { make = { text } }

  package init(jsonText: String) { self.init(jsonText) }

  package func jsonText() throws -> String { try text() }

  package func text() throws -> String { try make() }
}

/// The text of one SQL statement, or of a script.
///
/// A literal converts by itself and an interpolated string does not, so a value cannot become part
/// of the text by accident: values are bound. Text composed at run time is explicit, `SQL(text)`.
/// The statement cache finds a literal by its address, and a composed text by the address of its
/// object. A frequent one should be created once and kept.
package struct SQL: Sendable {
  enum Source: Sendable {
    case literal(StaticString)
    case text(Text)
  }

  final class Text: Sendable {
    let value: String
    init(_ value: String) { self.value = value }
  }

  let source: Source

  /// Creates a statement from text composed at run time.
  ///
  /// The text must not contain values from outside the program.
  package init(_ text: String) {
    source = .text(Text(text))
  }

  /// The statement as text.
  package var text: String {
    switch source {
    case .literal(let literal): literal.description
    case .text(let text): text.value
    }
  }
}

// MARK: - Literals

extension SQL: ExpressibleByStringLiteral {
  package init(stringLiteral value: StaticString) {
    source = .literal(value)
  }
}

extension SQL: CustomStringConvertible {
  package var description: String { text }
}

internal import EmuJSON
internal import EmuModel

extension JSON {
  /// The value in text output: a text without quotes.
  var plainText: String { string ?? serialized() }

  /// Returns the text of a member, or what is shown where it has none.
  func text(_ member: String, _ absent: String = "") -> String { self[member]?.string ?? absent }

  /// Returns the elements of a member; none where it is not a list.
  func list(_ member: String) -> [JSON] { self[member]?.array ?? [] }

  /// Returns the texts in the list of a member.
  func texts(_ member: String) -> [String] { list(member).compactMap(\.string) }
}

extension BinaryInteger {
  /// Returns the number with a noun, which gets an s for any number but one.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

enum TextTable {
  /// - Parameters:
  ///   - empty: the sentence for an empty table.
  ///   - width: the columns of the terminal, to which lines are cut; nil for uncut lines.
  ///   - wraps: true to wrap the last column there in place of cutting it.
  static func text(
    _ header: [String], _ rows: [[String]], empty: TerminalText, width: Int? = nil,
    wraps: Bool = false
  ) -> TerminalText {
    guard !rows.isEmpty else { return empty + "\n" }
    let all = ([header] + rows).map { row in row.map { VisibleText.escaped($0) } }
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    let start = widths.dropLast().reduce(0) { $0 + $1 + 2 }
    return all.map { row -> TerminalText in
      var line = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      if let width, line.count > width {
        guard wraps else { return "\(line.prefix(width - 1))…\n" }
        let lines = HelpText.wrapped(row.last ?? "", at: max(20, width - start))
        let indented = lines.joined(separator: "\n" + String(repeating: " ", count: start))
        return TerminalText(lines: "\(line.prefix(start))\(indented)\n")
      }
      return "\(line)\n"
    }.joined()
  }

  /// Returns names with values, one per line; those without a value are omitted.
  static func text(_ fields: [(String, String?)]) -> TerminalText {
    let shown = fields.compactMap { name, value in value.map { (name, $0) } }
    let width = shown.map(\.0.count).max() ?? 0
    return shown.map { name, value in
      "\(name)\(String(repeating: " ", count: width - name.count + 2))\(value)\n"
    }.joined()
  }
}

internal import EmuModel

enum HelpText {
  static let exitCodes = "Exit codes: 0 ok, 1 failed, 2 usage, 75 could not bind."

  /// Two columns, the second one aligned, and wrapped so that no line is longer than this.
  static func table(_ rows: [(String, String)], lineLength: Int = 100) -> TerminalText {
    let rows = rows.map { (VisibleText.escaped($0), VisibleText.escaped($1)) }
    let width = rows.map(\.0.count).max() ?? 0
    let indent = String(repeating: " ", count: width + 4)
    return rows.map { left, right -> TerminalText in
      let gap = String(repeating: " ", count: width - left.count + 2)
      let lines = wrapped(right, at: lineLength - width - 4).map { TerminalText($0) }
      return "  \(left)\(gap)\(lines.joined(separator: "\n\(indent)"))"
    }.joined(separator: "\n")
  }

  /// Returns the lines of a text, broken at its spaces; a longer word has its own line.
  static func wrapped(_ text: String, at length: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let line = lines.last, line.count + 1 + word.count <= length {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  static func table<Options>(_ flags: [Flag<Options>], withHelp: Bool = true) -> TerminalText {
    table(flags.map { ($0.usage, $0.meaning) } + (withHelp ? [("--help", "shows this")] : []))
  }
}

extension Flag {
  /// The flag as it is written: `--port PORT`.
  var usage: String {
    switch shape {
    case .toggle: name
    case .value: "\(name) \(placeholder)"
    case .list: "\(name) \(placeholder)…"
    case .optionalValue: "\(name) [\(placeholder)]"
    }
  }

  var meaning: String { help + (standard.map { " (default: \($0))" } ?? "") }
}

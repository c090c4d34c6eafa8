extension SourceFile {
  /// A line of code with the conditions of each `#if` around it, the innermost last.
  ///
  /// In an `#else` the condition is negated.
  struct Line {
    let number: Int
    let text: String
    let conditions: [String]
    /// True when an `@available` is above it, with no empty line between.
    let hasAvailability: Bool
  }

  /// The lines without comments and without the conditions themselves.
  var conditionalCode: [Line] {
    var conditions: [String] = []
    var hasAvailability = false
    var lines: [Line] = []
    for (number, text) in code {
      let words = text.drop { $0 == " " }
      if words.hasPrefix("#if ") {
        conditions.append(String(words.dropFirst(4)))
      } else if words.hasPrefix("#elseif ") || words == "#else" {
        conditions.append("!(\(conditions.removeLast()))")
      } else if words == "#endif" {
        conditions.removeLast()
      } else {
        if words.isEmpty { hasAvailability = false }
        if words.hasPrefix("@available(") { hasAvailability = true }
        lines.append(
          Line(
            number: number, text: text, conditions: conditions, hasAvailability: hasAvailability))
      }
    }
    return lines
  }
}

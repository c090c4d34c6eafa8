extension SourceFile {
  struct Words {
    let number: Int
    /// The names in the code, without members after a dot: `Apple` of `Apple.providerID`.
    let names: [String]
    /// The words between quotation marks: `apple.com`.
    let texts: [String]
  }

  /// The words of every line, without comments.
  var words: [Words] {
    var isText = false
    return code.map { line in
      if line.text.contains("\"\"\"") { isText.toggle() }
      let pieces = line.text.split(separator: "\"", omittingEmptySubsequences: false)
      let texts = pieces.enumerated().filter { isText || !$0.offset.isMultiple(of: 2) }
      let code = pieces.enumerated().filter { !isText && $0.offset.isMultiple(of: 2) }
        .map(\.element).joined(separator: "\"")
      let end = code.firstRange(of: "//")?.lowerBound ?? code.endIndex
      return Words(
        number: line.number,
        names: Self.split(code[..<end], keeping: "_.").compactMap { name in
          name.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init)
        },
        // A trailing period belongs to the sentence.
        texts: texts.flatMap { Self.split($0.element, keeping: "._-") }
          .map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 })
    }
  }

  /// The types that the file declares at the top level.
  var types: Set<String> {
    let declaration = /^(?:package |public |final )*(?:struct|enum|class|protocol|actor) (\w+)/
    return Set(code.compactMap { $0.text.firstMatch(of: declaration).map { String($0.1) } })
  }

  /// Returns the runs of letters, digits and the given marks.
  private static func split(_ text: Substring, keeping marks: String) -> [String] {
    let marks = Set(marks.utf8)
    return text.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        false
      default: !marks.contains(byte)
      }
    }.map { String(Substring($0)) }
  }
}

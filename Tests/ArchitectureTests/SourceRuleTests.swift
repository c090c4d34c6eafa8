import Testing

@Suite struct `Sources` {
  /// Code that is in few places: what it is, a regular expression of it, and the places.
  typealias Rule = (String, pattern: String, allows: @Sendable (_ file: SourceFile) -> Bool)

  private static let profilePlaces = [
    "Sources/EmuModel/Projects/", "Sources/EmuAPI/Answers/", "Sources/EmuAPI/Endpoint.swift",
    "Sources/EmuAPI/Errors/APIError+Response.swift",
    "Sources/EmuModel/Messages/UserInfo+User.swift",
  ]

  private static let rules: [Rule] = [
    (
      "SQL, in the store",
      #"\bSELECT\s|\bINSERT INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b|\bCREATE (TABLE|INDEX)\b|\bPRAGMA\b"#,
      { ["EmuStore", "EmuSQLite"].contains($0.module) }
    ),
    // Ubuntu 22.04, one of the distributions of the packages, has SQLite 3.37. Its later versions are in
    // https://www.sqlite.org/changes.html.
    (
      "SQL that SQLite 3.37 does not have, nowhere",
      #"->>?\s*'|\bDISTINCT FROM\b|\b(RIGHT|FULL) (OUTER )?JOIN\b|\b(unixepoch|unhex|concat_ws|string_agg|octet_length|timediff|json_pretty|json_error_position|jsonb\w*)\("#,
      { !["EmuStore", "EmuSQLite"].contains($0.module) }
    ),
    (
      "time and chance, which are values elsewhere",
      #"\bDate\(\)|\bDate\.now\b|\bUUID\(\)|\.random\(|\.randomElement\(|\.shuffled\(|SystemRandomNumberGenerator"#,
      { $0.path == "Sources/EmuServer/SystemClock.swift" }
    ),
    (
      "the profile, whose differences are members of ProfileRules",
      #"\b(shape|profile) [!=]= \.|\bcase \.(compatible|official)\b"#,
      { file in profilePlaces.contains { file.path.hasPrefix($0) } }
    ),
    (
      "unsafe code, in the wrappers", #"\bunsafe\b|\bUnsafe\w*Pointer|withUnsafe"#,
      { $0.module == "EmuSystem" || ImportTable.mayCallTheSystem.contains($0.module) }
    ),
    // `Output` writes only `TerminalText`, in which values have visible escapes.
    (
      "printing, by Output alone",
      #"^(?!.*func print\().*((^|[^.\w])(print|debugPrint|dump|puts|fputs|fwrite|v?f?printf)\(|FileHandle\.standard|\bstd(out|err)\b)"#,
      { _ in false }
    ),
  ]

  @Test(arguments: rules.indices) func `sources have some code in few places`(_ index: Int) throws {
    let (code, pattern, allows) = Self.rules[index]
    let forbidden = try Regex(pattern)
    for file in try SourceFile.all(below: "Sources") where !allows(file) {
      for line in file.code {
        #expect(line.text.firstMatch(of: forbidden) == nil, "\(file.path):\(line.number): \(code)")
      }
    }
  }

  @Test(arguments: ["Sources", "Tests"])
  func `sources have 400 lines at most, and one names the C library`(folder: String) throws {
    for file in try SourceFile.all(below: folder) {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(lines <= 400, "\(file.path) has \(lines) lines")
      #expect(
        file.module == "EmuSystem" || ImportTable.systemLibrary.isDisjoint(with: file.imports),
        "\(file.path) imports one of the libraries; import EmuSystem")
    }
  }

  @Test func `sources justify unchecked conformances`() throws {
    for file in try SourceFile.all(below: "Sources") {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated()
      where line.contains("@unchecked Sendable") && !line.drop(while: { $0 == " " }).hasPrefix("//")
      {
        let above = index > 0 ? lines[index - 1].drop { $0 == " " } : ""
        #expect(above.hasPrefix("//"), "\(file.path):\(index + 1) has no proof above it")
      }
    }
  }
}

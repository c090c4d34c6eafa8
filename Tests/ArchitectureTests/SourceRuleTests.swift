import Testing

@Suite struct `Sources` {
  @Test func `sources stay within 400 lines a file`() throws {
    for folder in ["Sources", "Tests"] {
      for file in try SourceFile.all(below: folder) {
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        #expect(lines <= 400, "\(file.path) has \(lines) lines")
      }
    }
  }

  @Test func `sources keep SQL in the store`() throws {
    let statement =
      #/\bSELECT\s|\bINSERT INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b|\bCREATE (TABLE|INDEX)\b|\bPRAGMA\b/#
    for file in try SourceFile.all(below: "Sources")
    where !["EmuStore", "EmuSQLite"].contains(file.module) {
      for line in file.code {
        #expect(
          line.text.firstMatch(of: statement) == nil,
          "\(file.path):\(line.number) holds SQL")
      }
    }
  }

  /// Ubuntu 22.04, one of the distributions of the packages, has SQLite 3.37. Its later versions are in
  /// https://www.sqlite.org/changes.html.
  @Test func `sources use no SQL that SQLite 3_37 does not have`() throws {
    let newer =
      #/->>?\s*'|\bDISTINCT FROM\b|\b(RIGHT|FULL) (OUTER )?JOIN\b|\b(unixepoch|unhex|concat_ws|string_agg|octet_length|timediff|json_pretty|json_error_position|jsonb\w*)\(/#
    for file in try SourceFile.all(below: "Sources")
    where ["EmuStore", "EmuSQLite"].contains(file.module) {
      for line in file.code {
        #expect(
          line.text.firstMatch(of: newer) == nil,
          "\(file.path):\(line.number) needs a newer SQLite, which Ubuntu 22.04 lacks")
      }
    }
  }

  @Test func `sources take time and chance as values`() throws {
    let reading =
      #/\bDate\(\)|\bDate\.now\b|\bUUID\(\)|\.random\(|\.randomElement\(|\.shuffled\(|SystemRandomNumberGenerator/#
    let clock = "Sources/EmuServer/SystemClock.swift"
    for file in try SourceFile.all(below: "Sources") where file.path != clock {
      for line in file.code {
        #expect(
          line.text.firstMatch(of: reading) == nil,
          "\(file.path):\(line.number) reads the clock or draws by itself")
      }
    }
  }

  @Test func `sources read the profile where its differences are defined, and nowhere else`() throws
  {
    let reading = #/\b(shape|profile) [!=]= \.|\bcase \.(compatible|official)\b/#
    let places = [
      "Sources/EmuModel/Projects/", "Sources/EmuAPI/Answers/", "Sources/EmuAPI/Endpoint.swift",
      "Sources/EmuAPI/Errors/APIError+Response.swift",
      "Sources/EmuModel/Messages/UserInfo+User.swift",
    ]
    for file in try SourceFile.all(below: "Sources")
    where !places.contains(where: { file.path.hasPrefix($0) }) {
      for line in file.code {
        #expect(
          line.text.firstMatch(of: reading) == nil,
          "\(file.path):\(line.number) reads the profile; add a member to ProfileRules")
      }
    }
  }

  @Test func `sources call the system from few modules, and no other unsafe code`() throws {
    let unsafe = #/\bunsafe\b|\bUnsafe\w*Pointer|withUnsafe/#
    for file in try SourceFile.all(below: "Sources")
    where !ImportTable.mayCallTheSystem.contains(file.module) {
      for line in file.code {
        #expect(
          line.text.firstMatch(of: unsafe) == nil,
          "\(file.path):\(line.number) is unsafe code outside the wrappers")
      }
    }
  }

  @Test func `sources name the C library of the system in one module`() throws {
    for folder in ["Sources", "Tests"] {
      for file in try SourceFile.all(below: folder) where file.module != "EmuSystem" {
        #expect(
          ImportTable.systemLibrary.isDisjoint(with: file.imports),
          "\(file.path) imports one of the libraries; import EmuSystem")
      }
    }
  }

  /// `Output` writes only `TerminalText`, in which values have visible escapes.
  @Test func `sources print by Output alone`() throws {
    let printing =
      #/(^|[^.\w])(print|debugPrint|dump|puts|fputs|fwrite|v?f?printf)\(|FileHandle\.standard|\bstd(out|err)\b/#
    for file in try SourceFile.all(below: "Sources") {
      for line in file.code where !line.text.contains("func print(") {
        #expect(
          line.text.firstMatch(of: printing) == nil,
          "\(file.path):\(line.number) prints by itself; call Output")
      }
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

import Testing

/// The kit compiles for iOS 15, tvOS 15 and watchOS 8. No build of this project checks this, so its
/// sources are read.
@Suite struct `The kit's platforms` {
  /// The parts that exist on some platforms only, with the required condition.
  private static let conditional: [(part: String, condition: String)] = [
    (#"import FoundationNetworking\b"#, "canImport(FoundationNetworking)"),
    (#"import Testing\b"#, "canImport(Testing)"), (#"import XCTest\b"#, "canImport(XCTest)"),
    // Apps on iOS cannot start processes.
    (
      #"\b(?:Process|Pipe|EmulatorProcess|BinarySearch)\b|\bFileHandle\b|\bfcntl\(|\.launch\("#,
      "os(macOS) || os(Linux)"
    ),
  ]

  /// APIs that the systems have since iOS 16, or later.
  private static let tooNew =
    #"\bDuration\b|\.appending\((?:path|component|queryItems):|URL\(filePath:|\.path\(|#/|\bRegex\b|"#
    + #"\.(?:replacing|firstMatch|wholeMatch|firstRange|ranges)\(|ContinuousClock|SuspendingClock|"#
    + #"Task\.sleep\((?:for|until):|\bMutex\b|\bAtomic<|withDiscardingTaskGroup|\bany \w+<"#

  private static func problems(of file: SourceFile) throws -> [String] {
    let tooNew = try Regex(tooNew)
    let conditional = try conditional.map { (part: try Regex($0.part), condition: $0.condition) }
    return file.conditionalCode.flatMap { line in
      var problems = conditional.filter { rule in
        line.text.contains(rule.part) && !line.conditions.contains(rule.condition)
      }.map { "\(file.path):\(line.number) must stand in #if \($0.condition)" }
      // Code that starts a process is compiled for macOS 15 and Linux only.
      if line.text.contains(tooNew), !line.hasAvailability,
        !line.conditions.contains("os(macOS) || os(Linux)")
      {
        problems.append("\(file.path):\(line.number) is newer than iOS 15")
      }
      return problems
    }
  }

  @Test(arguments: ["AuthEmulatorTestKit", "AuthEmulatorTesting"])
  func `the kit's platforms have the APIs that it uses`(_ module: String) throws {
    let files = try SourceFile.all(below: "Sources/\(module)")
    #expect(!files.isEmpty)
    for file in files { for problem in try Self.problems(of: file) { Issue.record("\(problem)") } }
  }

  @Test(arguments: [
    ("import FoundationNetworking", 1),
    ("#if canImport(FoundationNetworking)\n  import FoundationNetworking\n#endif", 0),
    ("#if canImport(FoundationNetworking)\n#else\n  import FoundationNetworking\n#endif", 1),
    ("let process = Process()", 1), ("let process: EmulatorProcess?", 1),
    ("#if os(macOS) || os(Linux)\n  let process = Process()\n#endif\nlet pipe = Pipe()", 1),
    ("#if os(Linux)\n  let process = Process()\n#endif", 1),
    ("func advance(by duration: Duration) {}", 1), ("let file = folder.appending(path: name)", 1),
    ("@available(iOS 16, *)\npublic func advance(by duration: Duration) {}", 0),
    ("@available(iOS 16, *)\nfunc one() {}\n\nfunc advance(by duration: Duration) {}", 1),
    ("// Process() in a comment", 0), ("let processInfo = ProcessInfo.processInfo", 0),
  ]) func `the kit's platforms are checked by condition`(_ text: String, _ count: Int) throws {
    let file = SourceFile(path: "Sources/X/Y.swift", text: text)
    #expect(try Self.problems(of: file).count == count)
  }
}

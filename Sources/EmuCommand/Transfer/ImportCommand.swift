import EmuHTTP
import EmuJSON

/// `auth-emulator import`: users out of a file into a running emulator or a data file.
enum ImportCommand {
  /// The forms that can be forced, as the control call has them.
  static let formats = ["seed", "ndjson", "firebase", "firebase-csv", "emulator"]

  static let command = ClientCommand(
    name: "import", summary: "stores the users of files and of export folders",
    about: """
      Stores the users of files: seed documents, one user per line (NDJSON), JSON and CSV of `firebase
      auth:export`, and export folders of `firebase emulators:export`. The form is recognised. Each
      file is imported atomically: after Ctrl-C or a crash, nothing of it is stored.

      They go to the emulator that runs here, else directly into the data file.
      """,
    actions: [
      ClientAction(
        "", words: ["FILE", "[FILE…]"], "stores the users of files and folders", flags: flags,
        needs: .data(creates: true), changes: true,
        check: { input in
          for path in input.words { _ = try find(path, input) }
        }
      ) { input, client in
        var input = input
        let continues = ["skipRefused", "dryRun"].contains { input.query[$0] != nil }
        return try .storing(input.words, as: "imports", continuesAfterFailure: continues) { path in
          // The users of the next file come beside those of this one.
          defer { if input.query["dryRun"] == nil { input.query["replace"] = nil } }
          let file = try find(path, input)
          let report = try run(file, input, client)
          if !input.printsJSON { printErrors(of: report, file, input) }
          return ClientReply(
            json: report, text: "\(path): \(summary(report))\n", isGood: report["refused"] == 0,
            hasChanged: hasChanged(report, input))
        }
      }
    ])

  /// Returns true for an import that stored or removed users.
  private static func hasChanged(_ report: JSON, _ input: ClientInput) -> Bool {
    guard report["dryRun"] != true, isGood(report, input) else { return false }
    return report["stored"] != 0 || report["updated"] != 0 || input.query["replace"] != nil
  }

  private static let flags: [Flag<ClientInput>] =
    [
      .query(
        "--format", .oneOf(formats, as: "FORMAT"), at: "format",
        "\(formats.joined(separator: ", ")): the form of the files, where it is not recognised"),
      .project,
      .query("--tenant", .text("ID"), at: "tenant", "a tenant for users that name none"),
      .toggle(
        "--replace", query: "replace", "removes the users of the project, or of the tenant, first"),
      .toggle("--dry-run", query: "dryRun", "checks everything and stores nothing"),
      .toggle(
        "--continue", query: "skipRefused", "stores the other users when some cannot be stored"),
      .toggle(
        "--without-passwords", query: "withoutPasswords",
        "stores users without the passwords whose hash parameters are not known"),
    ] + HashFlags.all

  private static func find(_ path: String, _ input: ClientInput) throws -> ImportFile {
    switch try ImportFile.find(path, format: input.query["format"]) {
    case .failure(let nothing):
      throw CommandFailure(
        "\(path): \(nothing.reason). Name a file with users, or a folder that "
          + "`firebase emulators:export` or `auth-emulator export` wrote.")
    case .success(let file):
      guard let problem = file.problems.first else { return file }
      throw CommandFailure("\(path): \(problem) Nothing was stored.")
    }
  }

  private static func printErrors(of report: JSON, _ file: ImportFile, _ input: ClientInput) {
    for warning in file.warnings + report.texts("warnings") {
      Output.error("\(file.path): \(warning)")
    }
    guard report["refused"] != 0 else { return }
    let skips = input.query["skipRefused"] != nil
    let isWhole = ["replace", "dryRun"].contains { input.query[$0] != nil }
    let head = skips ? "these users were left out:" : nothingStored(report)
    let next: TerminalText =
      skips
      ? "\nCorrect them and run the same command again."
      : "\nCorrect the file and import it again"
        + (isWhole || hasRefusal("UNREADABLE", report)
          ? "." : ", or add --continue to store the users that are good.")
    Output.error("\(file.path): \(refusals(report, head, hashAdvice(report) + next))")
  }

  /// The flags for hashes of unknown making.
  private static func hashAdvice(_ report: JSON) -> TerminalText {
    guard hasRefusal("MISSING_HASH_ALGORITHM", report) else { return "" }
    return
      "\nSay how hashes were made with --hash-algo, and --hash-key for SCRYPT and HMAC; or leave "
      + "passwords out with --without-passwords."
  }

  static func hasRefusal(_ code: JSON, _ report: JSON) -> Bool {
    report.list("refusals").contains { $0["code"] == code }
  }

  /// Imports one file; `input.query` has the other fields of the call.
  static func run(
    _ file: ImportFile, _ input: ClientInput, _ client: ControlClient
  ) throws -> JSON {
    let path = file.path
    let progress = ProgressBar(path, of: file.body.count, .bytes)
    defer { progress.end() }
    let project = PercentEncoding.pathSegment(try client.project(input))
    var input = input
    input.query["format"] = file.format
    return try CommandFailure.naming(
      path,
      try client.upload(
        "projects/\(project)/import", query: input.fields,
        MeteredBody(body: file.body, progress: progress)))
  }

  /// Returns true when the entire import succeeded, except for single users with `--continue`.
  static func isGood(_ report: JSON, _ input: ClientInput) -> Bool {
    report["refused"] == 0 || input.query["skipRefused"] != nil
  }

  /// Such as `3 stored`.
  static func summary(_ report: JSON) -> String {
    func count(_ name: String) -> Int64 { report[name]?.int ?? 0 }
    if report["dryRun"] == true { return "\(count("stored")) would be stored; nothing was" }
    let others = [
      ("unchanged", "unchanged"), ("updated", "updated"), ("refused", "refused"),
    ].filter { count($0.0) > 0 }
    return ([("stored", "stored")] + others).map { "\(count($0)) \($1)" }.joined(separator: ", ")
  }

  /// The beginning of ``refusals(_:_:_:)`` where nothing was stored.
  static func nothingStored(_ report: JSON) -> String {
    let refused = report["refused"]?.int ?? 0
    return "nothing was stored, because of \(refused == 1 ? "one problem" : "\(refused) problems"):"
  }

  /// Returns the locations and reasons of the users that cannot be stored, and the next step.
  static func refusals(_ report: JSON, _ head: String, _ advice: TerminalText) -> TerminalText {
    let refused = report["refused"]?.int ?? 0
    let shown = report.list("refusals").map { refusal -> TerminalText in
      let location = refusal.text("location")
      return "\n  \(location.isEmpty ? "" : location + ": ")\(refusal.text("message"))"
    }
    let others = Int(refused) - shown.count
    let rest: TerminalText = others > 0 ? "\n  and \(others) others" : ""
    return "\(head)\(shown.joined())\(rest)\(advice)"
  }
}

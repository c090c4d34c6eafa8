import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer

/// `auth-emulator export`: the users of a project into a file or an export folder.
enum ExportCommand {
  static let command = ClientCommand(
    name: "export", summary: "writes the users of a project to a file or an export folder",
    about: """
      Writes the users of a project, of the emulator that runs here or of the data file. The form
      follows from the target's name unless --format says it:

        users.json5   seed: users, tenants, providers and settings as a seed document
        users.ndjson  ndjson: one user per line, with the fields of a seed
        users.json    firebase: what `firebase auth:import` reads, with real scrypt hashes
        users.csv     firebase-csv: the same as CSV
        folder        emulator: an export folder of `firebase emulators:start --import`

      The target is replaced when everything is written, and stays as it was after a failure.
      """,
    actions: [
      ClientAction(
        "", words: ["TARGET"], "writes the users to a file or a folder", flags: flags,
        needs: .data(creates: false),
        check: { input in _ = try format(of: input) }
      ) { input, client in
        let (target, format) = (input.words[0], try format(of: input))
        let project = try client.existingProject(input)
        let export = UserExport(client: client, project: project, input: input)
        switch format {
        case "emulator": return try FolderExport(export: export).write(to: target)
        case "firebase", "firebase-csv":
          let columns = Int(input.options["--csv-columns"] ?? "52") ?? 52
          let form = format == "firebase" ? FirebaseAccount.Form.json : .csv(columns: columns)
          return try FirebaseExport(export: export, form: form).write(to: target)
        default: return try export.download(as: format, to: target)
        }
      }
    ])

  private static let flags: [Flag<ClientInput>] = [
    .option(
      "--format", .oneOf(ImportCommand.formats, as: "FORMAT"),
      "the form of the export"),
    .project,
    .option("--tenant", .text("ID"), "firebase, firebase-csv: the users of a tenant"),
    .option(
      "--csv-columns", .oneOf(AccountColumn.counts.map(String.init), as: "N"), standard: "52",
      "firebase-csv: 28 for versions of the Firebase CLI that read four providers"),
    .option("--plain-passwords", "seed, ndjson: writes plaintext passwords, not their hashes"),
    .option(
      "--hash-key", .text("BASE64"),
      "firebase, firebase-csv: the scrypt key (default: that of all exports)"),
    .option(
      "--salt-separator", .text("BASE64"),
      "firebase, firebase-csv: the salt separator (default: Bw==)"),
    .option(
      "--rounds", .number("N"), standard: "8", "firebase, firebase-csv: scrypt's rounds, 1 to 8"),
    .option(
      "--mem-cost", .number("N"), standard: "14",
      "firebase, firebase-csv: scrypt's memory cost, 1 to 14"),
  ]

  /// The formats of the flags that not every format reads.
  private static let formats: [(flags: [String], formats: [String])] = [
    (["--csv-columns"], ["firebase-csv"]), (["--plain-passwords"], ["seed", "ndjson"]),
    (
      ["--tenant", "--hash-key", "--salt-separator", "--rounds", "--mem-cost"],
      ["firebase", "firebase-csv"]
    ),
  ]

  /// - Throws: for a flag that the format does not read, and for a name that looks like a file of
  ///   another form.
  private static func format(of input: ClientInput) throws -> String {
    let format =
      if let given = input.options["--format"] { given } else {
        try Self.format(byNameOf: input.words[0])
      }
    for (flags, formats) in formats where !formats.contains(format) {
      guard let flag = flags.first(where: { input.options[$0] != nil }) else { continue }
      throw CommandFailure.usage(
        "\(flag) is for \(formats.joined(separator: " and ")) alone, and the export is \(format). "
          + "Leave it out, or name another target or --format.")
    }
    return format
  }

  /// - Throws: for a name that looks like a file of another form.
  static func format(byNameOf target: String) throws -> String {
    if LocalFolder.exists(target) || target.hasSuffix("/") { return "emulator" }
    guard let end = ImportFile.ending(of: target) else { return "emulator" }
    if end == "json" { return "firebase" }
    if let format = ImportFile.formats[end] { return format }
    throw CommandFailure.usage(
      "No form of an export has files that end with .\(end). Name a file that ends with .json5, "
        + ".ndjson, .json or .csv, or a folder with a slash at its end, or add --format FORMAT.")
  }
}

/// The users of a project on their way out.
struct UserExport {
  let client: ControlClient
  let project: String
  var input = ClientInput()
  /// Is called with each piece.
  var onProgress: @Sendable () -> Void = {}

  /// Writes the response of a control call.
  func download(as format: String, to path: String) throws -> ClientReply {
    let count = try FileDraft.write(path) { draft in
      try self.download(
        [("format", format), ("plainPasswords", input.options["--plain-passwords"])], to: draft)
      guard format == "seed", draft.count > SeedFiles.limit else { return }
      throw CommandFailure(
        "The project has \(draft.count) bytes as a seed, which may have \(SeedFiles.limit). Export it to a "
          + "folder, or to a file that ends with .ndjson; they have no such limit.")
    }
    let command = "auth-emulator import \(ShellWord.argument(path))"
    return .written(path, count, "Import it: \(command)\n")
  }

  func download(_ query: [(String, String?)], to draft: FileDraft) throws {
    try draft.download(
      "export", query: [("project", project)] + query, client, onProgress: onProgress)
  }

  /// The users of the project or a tenant as an export folder has them, page by page, in the order of
  /// their ids.
  func forEachPage(ofTenant tenant: String?, _ body: ([JSON]) throws -> Void) throws {
    var token: String?
    repeat {
      let page = try client.control(
        .get, "export",
        query: [
          ("project", project), ("format", "accounts"), ("tenant", tenant), ("pageToken", token),
          ("plainPasswords", "true"),
        ])
      onProgress()
      try body(page.list("users"))
      token = page["nextPageToken"]?.string
    } while token?.isEmpty == false
  }

  /// Returns the number of users of the project, with key nil, and of each tenant.
  func counts() throws -> [(tenant: String?, users: Int)] {
    let project = PercentEncoding.pathSegment(project)
    let answer = try client.control(.get, "projects/\(project)/userCounts")
    func count(_ tree: JSON) -> Int { tree["users"]?.int.map { Int($0) } ?? 0 }
    var counts: [(tenant: String?, users: Int)] = [(nil, count(answer))]
    for tenant in answer.list("tenants") {
      counts.append((tenant["id"]?.string, count(tenant)))
    }
    return counts
  }
}

internal import EmuHTTP
internal import EmuJSON
internal import EmuServer

/// `auth-emulator snapshots`: stores states and returns to them.
enum SnapshotsCommand {
  static let command = ClientCommand(
    name: "snapshots", summary: "stores states, and returns to them",
    about: """
      Stores everything that a running emulator holds, or one project, under a name, and returns to
      it. Another emulator of the same version imports the file of an exported snapshot.
      """,
    actions: [
      ClientAction("list", "lists the snapshots") { _, client in
        try .table(
          client.control(.get, "snapshots"), "snapshots",
          ["NAME", "OF", "MADE", "USERS", "BYTES"], empty: "There is no snapshot."
        ) { snapshot in
          [
            snapshot.text("name"), snapshot.text("project", "everything"),
            snapshot.text("createdAt"), snapshot["users"]?.plainText ?? "",
            snapshot["bytes"]?.plainText ?? "",
          ]
        }
      },
      ClientAction(
        "save", words: ["NAME"], "stores everything under a name",
        flags: [.text("--project", "ID", at: "project", "stores one project alone")], changes: true
      ) { input, client in
        var body = input.body
        body["name"] = .string(input.words[0])
        return reply("Stored", try client.control(.post, "snapshots", body))
      },
      ClientAction("restore", words: ["NAME"], "returns to a snapshot", changes: true) {
        input, client in
        reply("Restored", try client.control(.post, path(input, ":restore"), [:]))
      },
      ClientAction("remove", words: ["NAME"], "removes a snapshot", changes: true) {
        input, client in
        ClientReply(
          json: try client.control(.delete, path(input)), text: "Removed \(input.words[0]).\n")
      },
      ClientAction("export", words: ["NAME", "FILE"], "writes a snapshot to a file") {
        input, client in
        let file = input.words[1]
        let count = try FileDraft.write(file) { try $0.download(path(input, ":export"), client) }
        return .written(file, count, "It holds users and signing keys.\n")
      },
      ClientAction(
        "import", words: ["NAME", "FILE"], "stores a file of export under a name", changes: true
      ) { input, client in
        let file = input.words[1]
        let body = try CommandFailure.ofFile(try content(of: file)) {
          "\(file) cannot be read (\($0.reason)). Name a file that `snapshots export` wrote."
        }
        return reply(
          "Imported",
          try CommandFailure.naming(file, try client.upload(path(input, ":import"), body)))
      },
    ])

  /// Returns a file as a body that is read piece by piece, and what a pipe has as one.
  private static func content(of file: String) throws(LocalFile.Failure) -> any StoredBody {
    LocalFile.kind(of: file) == .file
      ? try FileBody(file) : BytesBody(try LocalFile.bytes(at: file, limit: 1 << 30))
  }

  private static func path(_ input: ClientInput, _ verb: String = "") -> String {
    "snapshots/\(PercentEncoding.pathSegment(input.words[0]))\(verb)"
  }

  private static func reply(_ done: String, _ snapshot: JSON) -> ClientReply {
    let users = snapshot["users"]?.int ?? 0
    let whole = snapshot["project"]?.string.map { " of \($0)" } ?? ""
    return ClientReply(
      json: snapshot,
      text: "\(done) \(snapshot.text("name"))\(whole): \(users.counted("user")).\n"
    )
  }
}

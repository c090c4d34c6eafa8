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
      ClientAction("list", "lists the snapshots") { _, client throws(ClientFailure) in
        let answer = try client.control(.get, "snapshots")
        let rows = (answer["snapshots"]?.array ?? []).map(cells)
        return ClientReply(
          json: answer,
          text: TextTable.text(
            ["NAME", "OF", "MADE", "USERS", "BYTES"], rows, empty: "There is no snapshot."))
      },
      ClientAction(
        "save", words: ["NAME"], "stores everything under a name",
        flags: [.text("--project", "ID", at: "project", "stores one project alone")], changes: true
      ) { input, client throws(ClientFailure) in
        var body = input.body
        body["name"] = .string(input.words[0])
        return reply("Stored", try client.control(.post, "snapshots", body))
      },
      ClientAction("restore", words: ["NAME"], "returns to a snapshot", changes: true) {
        input, client throws(ClientFailure) in
        reply("Restored", try client.control(.post, path(input, ":restore"), [:]))
      },
      ClientAction("remove", words: ["NAME"], "removes a snapshot", changes: true) {
        input, client throws(ClientFailure) in
        ClientReply(
          json: try client.control(.delete, path(input)), text: "Removed \(input.words[0]).\n")
      },
      ClientAction("export", words: ["NAME", "FILE"], "writes a snapshot to a file") {
        input, client throws(ClientFailure) in
        let bytes = try client.bytes(.get, "/emulator/v1/" + path(input, ":export"))
        return try .writing(bytes, to: input.words[1], "It holds users and signing keys.\n")
      },
      ClientAction(
        "import", words: ["NAME", "FILE"], "stores a file of export under a name", changes: true
      ) {
        input, client throws(ClientFailure) in
        let file = input.words[1]
        let bytes: [UInt8]
        do throws(LocalFile.Failure) {
          bytes = try LocalFile.bytes(at: file, limit: 1 << 30)
        } catch {
          throw ClientFailure(message: "\(file) cannot be read (\(error.reason)).")
        }
        let answer: [UInt8]
        do throws(ClientFailure) {
          answer = try client.bytes(
            .post, "/emulator/v1/" + path(input, ":import"),
            headers: ["Content-Type": "application/vnd.sqlite3"], body: bytes)
        } catch {
          throw ClientFailure(message: "\(file): \(error.message)")
        }
        return reply("Imported", (try? JSON(parsing: answer)) ?? .null)
      },
    ])

  private static func path(_ input: ClientInput, _ verb: String = "") -> String {
    "snapshots/\(PercentEncoding.pathSegment(input.words[0]))\(verb)"
  }

  private static func cells(_ snapshot: JSON) -> [String] {
    [
      snapshot["name"]?.string ?? "", snapshot["project"]?.string ?? "everything",
      snapshot["createdAt"]?.string ?? "", snapshot["users"]?.plainText ?? "",
      snapshot["bytes"]?.plainText ?? "",
    ]
  }

  private static func reply(_ done: String, _ snapshot: JSON) -> ClientReply {
    let users = snapshot["users"]?.int ?? 0
    let whole = snapshot["project"]?.string.map { " of \($0)" } ?? ""
    return ClientReply(
      json: snapshot,
      text: "\(done) \(snapshot["name"]?.string ?? "")\(whole): \(users) "
        + "\(users == 1 ? "user" : "users").\n")
  }
}

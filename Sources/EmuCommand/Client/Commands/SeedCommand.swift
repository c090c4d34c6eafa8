internal import EmuHTTP
internal import EmuJSON

/// `auth-emulator seed`: stores seed documents in a running emulator or a data file.
enum SeedCommand {
  static let command = ClientCommand(
    name: "seed", summary: "stores seed documents: users, tenants, providers and people",
    about:
      """
      Stores seed documents (seed-data/README.md), each atomically, in the emulator that runs here,
      else directly in the data file. Seeding twice changes nothing.
      """,
    actions: [
      ClientAction(
        "", words: ["FILE", "[FILE…]"], "stores what the documents have",
        needs: .data(creates: true), changes: true,
        check: { input in
          for file in input.words { _ = try ImportFile.body(file) }
        }
      ) { input, client in
        try .storing(input.words, as: "seeds") { file in
          let report = try add(file, client)
          // Users are counted always, and the rest where the document has any.
          let counts = (report.object ?? [:]).filter {
            $0.value != 0 || ["created", "updated"].contains($0.key)
          }
          let text = counts.map { "\($0.value.plainText) \($0.key)" }.joined(separator: ", ")
          return ClientReply(
            json: report, text: "\(file): \(text)\n",
            hasChanged: counts.contains { $0.value != 0 })
        }
      },
      ClientAction(
        "export", words: ["FILE"], "writes a project as a seed document",
        flags: [
          .project,
          .option("--plain-passwords", "writes plaintext passwords, not their hashes"),
        ], needs: .data(creates: false)
      ) { input, client in
        let export = UserExport(
          client: client, project: try client.existingProject(input), input: input)
        return try export.download(as: "seed", to: input.words[0])
      },
      ClientAction(
        "reset", "removes users, codes and people, and stores the seeds of the start again",
        changes: true
      ) { _, client in
        ClientReply(
          json: try client.control(.post, "reset", ["to": "seed"]),
          text: "The emulator is emptied, and what --seed named at its start is stored again.\n")
      },
    ])

  private static func add(_ file: String, _ client: ControlClient) throws -> JSON {
    let body = try ImportFile.body(file)
    let progress = ProgressBar(file, of: body.count, .bytes)
    defer { progress.end() }
    return try CommandFailure.naming(
      file, try client.upload("seed", MeteredBody(body: body, progress: progress)))
  }
}

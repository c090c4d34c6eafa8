internal import EmuHTTP
internal import EmuJSON
internal import EmuServer

/// `auth-emulator seed`: puts users, tenants, providers and people into a running emulator.
enum SeedCommand {
  static let command = ClientCommand(
    name: "seed", summary: "puts users, tenants, providers and people into a running emulator",
    about:
      "Stores seed documents (seed-data/README.md), each whole or not at all. Seeding twice changes nothing.",
    actions: [
      ClientAction("add", words: ["FILE", "[FILE…]"], "stores what the documents have") {
        input, client throws(ClientFailure) in
        var reports: [JSON] = []
        for file in input.words { reports.append(try add(file, client)) }
        let text = zip(input.words, reports).map { file, report in
          "\(file): \(report["created"]?.plainText ?? "") created, "
            + "\(report["updated"]?.plainText ?? "") updated\n"
        }
        return ClientReply(json: ["seeds": .array(reports)], text: text.joined())
      },
      ClientAction(
        "export", words: ["FILE"], "writes a project as a seed document",
        flags: [
          .project,
          .toggle("--plain-passwords", "writes passwords that are known in clear") {
            $0.options["plainPasswords"] = "true"
          },
        ]
      ) { input, client throws(ClientFailure) in
        let document = try client.bytes(
          .get, "/emulator/v1/export",
          query: [
            ("project", input.project), ("format", "seed"),
            ("plainPasswords", input.options["plainPasswords"]),
          ])
        let file = input.words[0]
        do throws(LocalFile.Failure) {
          try LocalFile.replace(file, with: document)
        } catch {
          throw ClientFailure(
            message: "\(file) cannot be written (\(error.reason)). Name another file.")
        }
        return ClientReply(
          json: ["file": .string(file), "bytes": .int(Int64(document.count))],
          text: "Wrote \(file), \(document.count) bytes. Store it: auth-emulator seed add \(file)\n"
        )
      },
      ClientAction("reset", "removes users, codes and people, and returns to the seeded state") {
        _, client throws(ClientFailure) in
        ClientReply(
          json: try client.control(.post, "reset", ["to": "seed"]),
          text: "The emulator is as it was after its start.\n")
      },
    ])

  private static func add(_ file: String, _ client: ControlClient) throws(ClientFailure) -> JSON {
    let bytes: [UInt8]
    do throws(LocalFile.Failure) {
      bytes = try LocalFile.bytes(at: file, limit: 64 << 20)
    } catch {
      throw ClientFailure(message: "The seed \(file) cannot be read (\(error.reason)).")
    }
    do throws(ClientFailure) {
      let answer = try client.bytes(.post, "/emulator/v1/seed", body: bytes)
      return (try? JSON(parsing: answer)) ?? .null
    } catch {
      throw ClientFailure(message: "\(file): \(error.message)")
    }
  }
}

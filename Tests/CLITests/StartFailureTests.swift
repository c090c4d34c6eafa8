import EmuTestTools
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) final class `auth-emulator start rejects`: WorkspaceSuite {
  private func expectFailure(
    _ flags: String, code: Int32 = 1, saying words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try workspace.run(
      "start --port 0 --json \(flags)", code: code, sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    for word in words {
      #expect(run.errors.contains(word), "\(run.errors)", sourceLocation: sourceLocation)
    }
  }

  @Test func `auth-emulator start rejects a port in use, with 75`() throws {
    let first = try Workspace().start()
    try expectFailure(
      "--port \(first.port)", code: 75,
      saying: "\(first.port) is taken", "--port (0 picks a free one)")
    // The store was open by then, and is closed again.
    #expect(try workspace.names(in: ".auth-emulator") == [".gitignore", "state.sqlite"])
    withExtendedLifetime(first) {}
  }

  @Test func `auth-emulator start rejects a data file that another emulator has open`() throws {
    try workspace.serve("--data x.sqlite") { _ in
      try expectFailure(
        "--data x.sqlite",
        saying: "x.sqlite is in use by another emulator process, at http://127.0.0.1:",
        "Stop it with `auth-emulator stop --data x.sqlite`, or choose another")
    }
  }

  @Test func `auth-emulator start rejects a file that is not SQLite, unchanged`() throws {
    let bytes = Data(repeating: UInt8(ascii: "x"), count: 5000)
    try workspace.write(bytes, "notes.txt")
    try expectFailure(
      "--data notes.txt",
      saying: "notes.txt is not a data file of the emulator; it is left untouched")
    #expect(try workspace.bytes("notes.txt") == bytes && workspace.names() == ["notes.txt", "tmp"])
  }

  @Test func `auth-emulator start rejects a damaged data file, unchanged`() throws {
    try workspace.serve("--data x.sqlite")
    var bytes = try workspace.bytes("x.sqlite")
    // The header remains valid; the b-tree of the schema after it does not.
    bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xFF, count: 3996))
    try workspace.write(bytes, "x.sqlite")
    try expectFailure(
      "--data x.sqlite", saying: "The data file x.sqlite is damaged; it is left untouched",
      "run `auth-emulator start --recover --data x.sqlite`", "--data FILE")
    #expect(try workspace.bytes("x.sqlite") == bytes)

    let errors = try workspace.serve("--data x.sqlite --recover")
    #expect(
      errors.contains(
        "The data file x.sqlite was damaged. It is now x.sqlite.damaged; a new file takes its place."
      ))
    #expect(try workspace.bytes("x.sqlite.damaged") == bytes)
    let names = try workspace.names()
    // A sound file is not moved.
    try workspace.serve("--data x.sqlite --recover")
    #expect(try workspace.names() == names && names.contains("x.sqlite"))
  }

  @Test(.needs("sqlite3"))
  func `auth-emulator start --recover names a command that copies the readable rows`() throws {
    let users = (0..<500).map { #"{"localId":"u\#($0)","email":"u\#($0)@x.test"}"# }
    try workspace.add(users.joined(separator: "\n"), "many.ndjson")
    var bytes = try workspace.bytes("x.sqlite")
    // Only a row has the uid and the address beside each other.
    let row = try #require(bytes.range(of: Data("u250u250@x.test".utf8)))
    let page = row.lowerBound / 4_096 * 4_096
    bytes.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xA5, count: 4_096))
    try workspace.write(bytes, "x.sqlite")
    let errors = try workspace.serve("--data x.sqlite --recover")
    let line = try #require(errors.split(separator: "\n").first { $0.contains(", run: ") })
    let command = try #require(line.split(separator: ", run: ").last)
    let copy = try Tool.run("sh", ["-c", String(command)], in: workspace.url)
    #expect(copy.status == 0, "\(command)")
    #expect(try workspace.mode("x.sqlite.damaged.rest") == 0o600)
    try workspace.serve("--data x.sqlite.damaged.rest") { url in
      let uids = try workspace.uids("--limit 1000 --url \(url)")
      #expect(uids.contains("u0") && uids.contains("u499") && (400..<500).contains(uids.count))
    }
  }

  @Test(.needs("python3"))
  func `auth-emulator start rejects a data file whose write lock another program holds`() throws {
    let holder = try LockHolder(path: workspace.url.appending(path: "x.sqlite").path)
    let run = try workspace.fail(
      "start --port 0 --json --data x.sqlite", "The data file x.sqlite is locked by another program"
    )
    #expect(run.errors.contains("End that transaction, then start again"))
    #expect(!run.errors.contains("--data") && run.output == "")
    holder.letGo()
    try workspace.serve("--data x.sqlite")
  }

  @Test(arguments: [
    ("--ephemeral --host 192.0.2.1", 75, "--host", ""),
    (
      "--data .", 1, "The data file . cannot be opened for writing",
      "Choose a path that you may write to with --data FILE, such as that of a copy; "
        + "`auth-emulator start --ephemeral` needs none."
    ),
    (
      "--data nowhere/x.sqlite", 1,
      "The folder nowhere of the data file nowhere/x.sqlite does not exist.",
      "Create it, or choose another path with --data FILE."
    ),
    (
      "--data \(String(repeating: "a/", count: 300))x", 1, "its path is too long for SQLite",
      "Choose a shorter one with --data FILE."
    ),
    // Seeds are read before the store is opened.
    ("--data x.sqlite --seed missing.json", 1, "missing.json", ""),
  ])
  func `auth-emulator start rejects a path, host or seed that cannot be, and creates nothing`(
    flags: String, code: Int32, message: String, nextStep: String
  ) throws {
    let run = try workspace.run("start --port 0 --json \(flags)", code: code, saying: message)
    #expect(!run.errors.contains("holds passwords"), "\(run)")
    #expect(run.output == "" && (nextStep.isEmpty || run.errors.contains(nextStep)), "\(run)")
    #expect(try workspace.names() == ["tmp"])
  }

  @Test func `auth-emulator start rejects a folder in which its own cannot be created`() throws {
    try workspace.write("", ".auth-emulator")
    try expectFailure(
      "", saying: "The folder .auth-emulator cannot be created (it is a file)",
      "Remove it, or choose another file with --data FILE.")
  }
}

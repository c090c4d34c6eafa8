import EmuTestTools
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `auth-emulator start rejects` {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Runs `start` until it fails.
  private static func failure(
    _ arguments: [String], in workspace: Workspace
  ) throws -> (code: Int32, errors: String) {
    let run = try Invocation(["start", "--port", "0", "--json"] + arguments, in: workspace)
    let code = try run.exitCode()
    #expect(run.output == "")
    return (code, run.errors)
  }

  @Test func `auth-emulator start rejects a port in use, with 75`() throws {
    let (_run, port) = try Invocation.start()
    let (code, errors) = try Self.failure(["--port", "\(port)"], in: workspace)
    #expect(code == 75)
    #expect(errors.contains("\(port) is taken"))
    #expect(errors.contains("--port (0 picks a free one)"))
    // The store was open by then, and is closed again.
    #expect(try workspace.names(in: ".auth-emulator") == [".gitignore", "state.sqlite"])
    withExtendedLifetime(_run) {}
  }

  @Test func `auth-emulator start rejects a host that is not this machine's, with 75`() throws {
    let (code, errors) = try Self.failure(
      ["--ephemeral", "--host", "192.0.2.1"], in: Workspace())
    #expect(code == 75)
    #expect(errors.contains("--host"))
  }

  @Test func `auth-emulator start rejects a data file that another emulator has open`() throws {
    let (first, _) = try Invocation.start(["--data", "x.sqlite"], in: workspace)
    let (code, errors) = try Self.failure(["--data", "x.sqlite"], in: workspace)
    #expect(code == 1)
    #expect(errors.contains("x.sqlite is in use by another emulator process, at http://127.0.0.1:"))
    #expect(errors.contains("Stop it with `auth-emulator stop --data x.sqlite`, or choose another"))
    #expect(try first.stop() == 0)
  }

  @Test func `auth-emulator start rejects a file that is not SQLite, unchanged`() throws {
    let bytes = Data(repeating: UInt8(ascii: "x"), count: 5000)
    try workspace.write(bytes, "notes.txt")
    let (code, errors) = try Self.failure(["--data", "notes.txt"], in: workspace)
    #expect(code == 1)
    #expect(errors.contains("notes.txt is not a data file of the emulator; it is left untouched"))
    #expect(try workspace.bytes("notes.txt") == bytes)
    #expect(try workspace.names() == ["notes.txt", "tmp"])
  }

  @Test func `auth-emulator start rejects a damaged data file, unchanged`() throws {
    #expect(try Invocation.start(["--data", "x.sqlite"], in: workspace).0.stop() == 0)
    var bytes = try workspace.bytes("x.sqlite")
    // The header remains valid; the b-tree of the schema after it does not.
    bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xFF, count: 3996))
    try workspace.write(bytes, "x.sqlite")
    let (code, errors) = try Self.failure(["--data", "x.sqlite"], in: workspace)
    #expect(code == 1)
    #expect(errors.contains("The data file x.sqlite is damaged; it is left untouched"))
    #expect(errors.contains("--recover"))
    #expect(errors.contains("--data FILE"))
    #expect(try workspace.bytes("x.sqlite") == bytes)

    let (run, _) = try Invocation.start(["--data", "x.sqlite", "--recover"], in: workspace)
    #expect(
      run.errors.contains(
        "The data file x.sqlite was damaged. It is now x.sqlite.damaged; a new file takes its place. "
          + "Nothing of it could be read."))
    #expect(try run.stop() == 0)
    #expect(try workspace.names() == ["tmp", "x.sqlite", "x.sqlite.damaged"])
    #expect(try workspace.bytes("x.sqlite.damaged") == bytes)
    // A sound file is not moved.
    #expect(try Invocation.start(["--data", "x.sqlite", "--recover"], in: workspace).0.stop() == 0)
    #expect(try workspace.names() == ["tmp", "x.sqlite", "x.sqlite.damaged"])
  }

  @Test(.needs("python3"))
  func `auth-emulator start rejects a data file whose write lock another program holds`() throws {
    let holder = try LockHolder(path: workspace.url.appending(path: "x.sqlite").path)
    let (code, errors) = try Self.failure(["--data", "x.sqlite"], in: workspace)
    #expect(code == 1)
    #expect(errors.contains("The data file x.sqlite is locked by another program"))
    #expect(errors.contains("End that transaction, then start again"))
    #expect(!errors.contains("--data"))
    holder.letGo()
    #expect(try Invocation.start(["--data", "x.sqlite"], in: workspace).0.stop() == 0)
  }

  @Test(arguments: [
    (
      ".", "The data file . cannot be opened for writing",
      "Choose a path that you may write to with --data FILE, or store nothing with --ephemeral."
    ),
    (
      "nowhere/x.sqlite", "The folder nowhere of the data file nowhere/x.sqlite does not exist.",
      "Create it, or choose another path with --data FILE."
    ),
  ])
  func `auth-emulator start rejects a data file that cannot be written`(
    _ path: String, _ message: String, _ nextStep: String
  ) throws {
    let (code, errors) = try Self.failure(["--data", path], in: Workspace())
    #expect(code == 1)
    #expect(errors.contains(message) && errors.contains(nextStep), "\(errors)")
  }

  @Test func `auth-emulator start rejects a folder in which the default folder cannot be created`()
    throws
  {
    try workspace.write(Data(), ".auth-emulator")
    let (code, errors) = try Self.failure([], in: workspace)
    #expect(code == 1)
    #expect(errors.contains("The folder .auth-emulator cannot be created"))
    #expect(errors.contains("Start in a folder that you may write to"))
  }

  @Test func `auth-emulator start rejects a missing seed, by its name`() throws {
    let (code, errors) = try Self.failure(
      ["--data", "x.sqlite", "--seed", "missing.json"], in: workspace)
    #expect(code == 1)
    #expect(errors.contains("missing.json"))
    // Seeds are read before the store is opened: nothing was created.
    #expect(try workspace.names() == ["tmp"])
  }
}

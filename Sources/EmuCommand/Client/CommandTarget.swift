internal import EmuJSON
internal import EmuModel
internal import EmuServer
internal import EmuSystem

enum CommandTarget: Sendable, Hashable {
  /// A running emulator; its folder where it is known.
  case emulator(url: String, folder: String?)
  /// A data file that no emulator serves.
  case file(String)
  /// A temporary emulator of the command itself.
  case own

  private init(_ running: RunningEmulator) {
    self = .emulator(url: running.url, folder: running.folder)
  }

  /// The line that names the changed target, with its JSON; nil for a target that ends with the
  /// command.
  var changed: (text: TerminalText, json: JSON)? {
    switch self {
    case .emulator(let url, let folder):
      (
        "Changed the emulator at \(url)\(folder.map { " of the folder \($0)" } ?? "").\n",
        ["emulator": .string(url)]
      )
    case .file(let path): ("Changed the data file \(path).\n", ["dataFile": .string(path)])
    case .own: nil
    }
  }

  func client() throws -> ControlClient {
    switch self {
    case .own: return try .alone()
    case .emulator(let url, _): return ControlClient(url)
    case .file(let path):
      if path == DataFolder.defaultFile { try DataFolder.prepare() }
      return try .opening(path, project: ProjectFiles.discovered().project ?? "demo-project")
    }
  }
}

// MARK: - Finding

extension CommandTarget {
  /// Finds the target of a command: the one of `--url`, `--data` or `AUTH_EMULATOR_URL`, otherwise
  /// the emulator of the current folder, otherwise the data file of that folder. An action that changes
  /// nothing also reads the emulator of another folder at the standard port.
  static func find(
    _ input: ClientInput, needs: ClientAction.Needs, changes: Bool
  ) throws -> CommandTarget {
    if needs == .nothing, input.url == nil, input.dataFile == nil { return .own }
    if let url = input.url { return try answering(at: url) }
    if let path = input.dataFile {
      if let running = ReadyFile(besides: path).running { return CommandTarget(running) }
      guard case .data(let creates) = needs else {
        throw CommandFailure(
          "No emulator that serves \(path) runs. Start it with `auth-emulator start "
            + "--data \(ShellWord.argument(path))`, or name another with --url URL.")
      }
      guard creates || LocalFile.exists(path) else {
        throw CommandFailure(
          "There is no data file \(path). Name another with --data FILE, or an emulator "
            + "with --url URL.")
      }
      return .file(path)
    }
    if let text = environmentVariable("AUTH_EMULATOR_URL") {
      let kind = ValueKind<String>.webURL
      guard let url = kind.read(text) else {
        throw CommandFailure.usage(
          "The variable AUTH_EMULATOR_URL is \(kind.expectation), not \"\(text)\".")
      }
      return try CommandFailure.naming("AUTH_EMULATOR_URL", try answering(at: url))
    }
    return try ofFolder(needs, changes: changes)
  }

  /// Returns a named emulator, also where the address is the one that `open` prints.
  ///
  /// - Throws: `CommandFailure` where none answers: an action may wait for an hour.
  private static func answering(at url: String) throws -> CommandTarget {
    let console = Emulator.consolePath
    let base = url.hasSuffix(console) ? String(url.dropLast(console.count)) : url
    return .emulator(url: try RunningEmulator(at: base).url, folder: nil)
  }

  private static func ofFolder(_ needs: ClientAction.Needs, changes: Bool) throws -> CommandTarget {
    let prefix = DataFolder.ownPrefix
    for file in ReadyFile.all(of: prefix) {
      if let running = file.running { return CommandTarget(running) }
    }
    // An emulator that is not detached and stores nothing, or has a custom data file, is found by
    // its port.
    let other = RunningEmulator.atStandardPort
    let own = [".", prefix].map { LocalFile.absolute($0.isEmpty ? "." : $0) }
    if let other, let folder = other.folder, own.contains(folder) { return CommandTarget(other) }
    let hint = other.map { running in
      " The emulator at \(running.url) belongs to \(running.folder ?? "another folder"); "
        + "--url \(running.url) names it."
    }
    let file = prefix + DataFolder.defaultFile
    if case .data(let creates) = needs, creates || LocalFile.exists(file) {
      if let hint { Output.error("No emulator of this folder runs; \(file) is used.\(hint)") }
      return .file(file)
    }
    if let other, !changes {
      Output.error("No emulator of this folder runs; the one at \(other.url) answers.")
      return CommandTarget(other)
    }
    let lack = needs == .data(creates: false) ? ", and there is no data file \(file)" : ""
    throw CommandFailure(
      "No emulator runs here\(lack). Start one with `auth-emulator start`, or name one "
        + "with --url URL.\(hint ?? "")")
  }
}

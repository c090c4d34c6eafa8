struct Command: Sendable {
  let name: String
  let summary: String
  /// Runs with the arguments that follow the name.
  let run: @Sendable ([String]) throws -> ExitCode

  // Most runs print neither, and formatting every help takes longer than opening the store.
  private let makeHelp: @Sendable () -> String
  /// Returns the words that a shell offers after the name.
  let words: @Sendable () -> CompletionWords

  /// - Parameter help: the text above its examples.
  init(
    name: String, summary: String, help: @autoclosure @escaping @Sendable () -> String,
    words: @autoclosure @escaping @Sendable () -> CompletionWords,
    run: @escaping @Sendable ([String]) throws -> ExitCode
  ) {
    (self.name, self.summary, self.run) = (name, summary, run)
    (makeHelp, self.words) = (help, words)
  }

  /// Creates a command that accepts flags alone.
  ///
  /// - Parameters:
  ///   - about: the sentences above the flags in the help.
  ///   - options: the options before any flag is read.
  init<Options: Sendable>(
    name: String, summary: String, about: String, flags: [Flag<Options>],
    options: @autoclosure @escaping @Sendable () throws -> Options,
    run: @escaping @Sendable (Options) throws -> ExitCode
  ) {
    self.init(
      name: name, summary: summary,
      help: """
        \(about)

        Usage: auth-emulator \(name) [flags]

        \(HelpText.table(flags))
        """, words: CompletionWords(flags)
    ) { arguments in
      var options = try options()
      try ArgumentReader(command: name, flags: flags).read(arguments, into: &options)
      return try run(options)
    }
  }

  /// The complete help text of the command, with its examples before the exit codes.
  var help: String {
    let examples = (Examples.all[name] ?? []).map { ("auth-emulator \($0.line)", $0.purpose) }
    let table = examples.isEmpty ? "" : "Examples\n\(HelpText.table(examples))\n\n"
    let exitCodes = name == "exec" ? ExecCommand.exitCodes : HelpText.exitCodes
    return "\(makeHelp())\n\n\(table)\(exitCodes)\n"
  }

  /// Every command, in the order of the help.
  static let all: [Command] = [
    Command(
      name: "start", summary: "serves until it is stopped", help: StartCommand.help,
      words: CompletionWords(StartOptions.flags), run: StartCommand.run),
    Command(
      name: "exec", summary: "runs a command with an emulator that is started for it",
      help: ExecCommand.help,
      words: CompletionWords(StartOptions.execFlags + StartOptions.flagsOfExec),
      run: ExecCommand.run),
    StopCommand.command,
    StatusCommand.command,
    DoctorCommand.command,
    InitCommand.command,
    ScenariosCommand.command.command,
    SeedCommand.command.command,
    ImportCommand.command.command,
    ExportCommand.command.command,
    SettingsCommand.command.command,
    ProvidersCommand.command.command,
    UsersCommand.command.command,
    CodesCommand.command.command,
    TokensCommand.command.command,
    IssuersCommand.command.command,
    RequestsCommand.command.command,
    ClockCommand.command.command,
    FaultsCommand.command.command,
    SnapshotsCommand.command.command,
    OpenCommand.command.command,
    Command(
      name: "mcp", summary: "serves coding agents over the Model Context Protocol",
      help: MCPCommand.help, words: CompletionWords(MCPCommand.flags), run: MCPCommand.run),
    Command(
      name: "completions", summary: "prints a script that completes words in bash, zsh or fish",
      help: CompletionsCommand.help,
      words: CompletionWords(
        [Flag<Void>](),
        actions: Shell.allCases.map { .init(name: $0.rawValue, summary: "") }),
      run: CompletionsCommand.run),
  ]
}

package struct ExitCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let ok = ExitCode(rawValue: 0)
  package static let failed = ExitCode(rawValue: 1)
  package static let usage = ExitCode(rawValue: 2)
  /// The command of `exec` succeeded, and production would have answered differently: EX_PROTOCOL of
  /// sysexits.h, which test runners do not use.
  package static let differsFromProduction = ExitCode(rawValue: 76)
  /// The port or the address is not available: EX_TEMPFAIL of sysexits.h, so that scripts may retry.
  package static let couldNotBind = ExitCode(rawValue: 75)
}

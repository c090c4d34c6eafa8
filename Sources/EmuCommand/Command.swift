/// One command of the tool.
struct Command: Sendable {
  let name: String
  let summary: String
  /// The whole help text of the command.
  let help: String
  /// What a shell completes behind the name.
  let words: CompletionWords
  /// Runs with the arguments that follow the name.
  let run: @Sendable ([String]) throws(UsageError) -> ExitCode

  /// Every command there is, in the order of the help.
  static let all: [Command] = [
    Command(
      name: "start", summary: "serves until it is stopped", help: StartCommand.help,
      words: CompletionWords(StartOptions.flags), run: StartCommand.run),
    Command(
      name: "exec", summary: "runs a command beside an emulator of its own",
      help: ExecCommand.help, words: CompletionWords(StartOptions.flags), run: ExecCommand.run),
    Command(
      name: "stop", summary: "ends the emulator of this folder", help: StopCommand.help,
      words: CompletionWords(StopCommand.flags), run: StopCommand.run),
    Command(
      name: "doctor", summary: "checks what start needs, and how to fix what is missing",
      help: DoctorCommand.help, words: CompletionWords(DoctorOptions.flags), run: DoctorCommand.run),
    ScenariosCommand.command.command,
    SeedCommand.command.command,
    ImportCommand.command.command,
    ExportCommand.command.command,
    UsersCommand.command.command,
    CodesCommand.command.command,
    TokensCommand.command.command,
    IssuersCommand.command.command,
    RequestsCommand.command.command,
    ClockCommand.command.command,
    FaultsCommand.command.command,
    SnapshotsCommand.command.command,
    Command(
      name: "completions", summary: "prints a script that completes words in bash, zsh or fish",
      help: CompletionsCommand.help,
      words: CompletionWords(
        actions: Shell.allCases.map { .init(name: $0.rawValue, summary: "", flags: []) }),
      run: CompletionsCommand.run),
  ]
}

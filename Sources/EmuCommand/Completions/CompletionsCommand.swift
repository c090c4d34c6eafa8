/// `auth-emulator completions SHELL`: prints a script with which a shell completes commands,
/// actions and flags.
enum CompletionsCommand {
  static let help = """
    Prints a script by which a shell completes commands, actions and flags.

    Usage: auth-emulator completions bash|zsh|fish

      bash  auth-emulator completions bash > ~/.local/share/bash-completion/completions/auth-emulator
      zsh   auth-emulator completions zsh > "${fpath[1]}/_auth-emulator"
      fish  auth-emulator completions fish > ~/.config/fish/completions/auth-emulator.fish
    """

  static func run(_ arguments: [String]) throws -> ExitCode {
    // The call of the scripts: `completions words -- WORD…`.
    if arguments.first == "words" {
      let words = CompletionWords.offered(for: Array(arguments.dropFirst(2)))
      Output.print(
        words.reduce(into: "") { text, word in
          text += word.about.isEmpty ? "\(word.word)\n" : "\(word.word)\t\(word.about)\n"
        })
      return .ok
    }
    guard let name = arguments.first, arguments.count == 1 else {
      throw CommandFailure.usage("completions requires one shell: bash, zsh or fish.")
    }
    guard let shell = Shell(rawValue: name) else {
      throw CommandFailure.unknown(
        "shell", name, among: Shell.allCases.map(\.rawValue),
        seeAlso: "auth-emulator completions --help")
    }
    Output.print(TerminalText(lines: shell.script))
    return .ok
  }
}

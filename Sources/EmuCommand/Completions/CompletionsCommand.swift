internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// `auth-emulator completions SHELL`: prints a script with which a shell completes commands,
/// actions and flags.
enum CompletionsCommand {
  static let help = """
    Prints a script by which a shell completes commands, actions and flags.

    Usage: auth-emulator completions bash|zsh|fish

      bash  auth-emulator completions bash > ~/.local/share/bash-completion/completions/auth-emulator
      zsh   auth-emulator completions zsh > "${fpath[1]}/_auth-emulator"
      fish  auth-emulator completions fish > ~/.config/fish/completions/auth-emulator.fish

    \(HelpText.exitCodes)

    """

  static func run(_ arguments: [String]) throws -> ExitCode {
    if arguments.first == Self.values.name {
      return try values.command.run(Array(arguments.dropFirst()))
    }
    guard let name = arguments.first, arguments.count == 1 else {
      throw CommandFailure.usage("completions requires one shell: bash, zsh or fish.")
    }
    guard let shell = Shell(rawValue: name) else {
      throw CommandFailure.unknown(
        "shell", name, among: Shell.allCases.map(\.rawValue),
        seeAlso: "auth-emulator completions --help")
    }
    Output.print(TerminalText(lines: shell.script(for: Command.all)))
    return .ok
  }

  /// `auth-emulator completions values KIND`, which the scripts call: a value on each line.
  private static let values = ClientCommand(
    name: "values", summary: "", about: "Lists the values of an argument.",
    actions: [
      list("scenarios", needs: .nothing, "name"), list("issuers", "id"), list("projects", "id"),
      ClientAction("users", "") { input, client in
        let path = try client.projectPath(input, creates: false) + "accounts:batchGet"
        return lines(try client.admin(.get, path)["users"], "email", "phoneNumber", "localId")
      },
    ])

  private static func list(
    _ kind: String, needs: ClientAction.Needs = .emulator, _ member: String
  ) -> ClientAction {
    ClientAction(kind, "", needs: needs) { _, client in
      lines(try client.control(.get, kind)[kind], member)
    }
  }

  /// Returns the first of some members for each value of a list, without values that need quotes: bash
  /// expands the words of a completion, and anyone can have stored them.
  private static func lines(_ list: JSON?, _ members: String...) -> ClientReply {
    let values = (list?.array ?? []).compactMap { value in
      members.lazy.compactMap { value[$0]?.string }.first
    }.filter { ShellWord.argument($0) == $0 }
    return ClientReply(
      json: .array(values.map(JSON.string)),
      text: TerminalText(lines: values.map { $0 + "\n" }.joined()))
  }
}

struct CompletionWords: Sendable {
  struct Action: Sendable {
    var name: String
    var summary: String
    var flags: [String]
    /// The kind of the first argument, for `completions values`; nil for none that is listed.
    var values: String?
  }

  let actions: [Action]
  let flags: [String]
  /// True for words after the command that are not actions, such as files.
  let takesWords: Bool
  /// The flags that need a value, also those of the actions.
  let valued: [String]

  init<Options>(
    _ flags: [Flag<Options>], others: [Flag<Options>] = [], actions: [Action] = [],
    takesWords: Bool = false
  ) {
    (self.actions, self.takesWords) = (actions, takesWords)
    self.flags = flags.map(\.name) + ["--help"]
    valued = (flags + others).filter { [.value, .list].contains($0.shape) }.map(\.name)
  }
}

enum Shell: String, CaseIterable {
  case bash, zsh, fish

  func script(for commands: [Command]) -> String {
    switch self {
    case .bash: Self.bashScript(commands)
    case .zsh: Self.zshScript(commands)
    case .fish: Self.fishScript(commands)
    }
  }

  /// Returns a line for each position of words: after an action; and after a command, which a flag or
  /// a value may follow in place of an action.
  private static func places(_ commands: [Command]) -> [(pattern: String, words: [String])] {
    let pages = commands.map(\.name) + HelpTopic.all.map(\.name) + ["topics"]
    let places = commands.flatMap { command -> [(pattern: String, words: [String])] in
      let (name, words) = (command.name, command.words())
      return words.actions.map { action in
        let values = action.values.map { ["$(auth-emulator completions values \($0) 2>/dev/null)"] }
        return ("'\(name) \(action.name)'", action.flags + (values ?? []))
      }
        + [("'\(name)'|'\(name) '*", words.actions.map(\.name) + words.flags)]
    }
    return [("help", pages)] + places
  }

  private static func bashScript(_ commands: [Command]) -> String {
    let takers = commands.filter { $0.words().takesWords }.map { "'\($0.name)'|'\($0.name) '*" }
    let lines = places(commands).map { place in
      let line = "    \(place.pattern)) words=\"\(place.words.joined(separator: " "))\""
      guard takers.contains(place.pattern) else { return line + " ;;" }
      // Without any word, readline completes files.
      let others = place.words.filter { !$0.hasPrefix("-") }.joined(separator: " ")
      return line + "; [[ $current == -* ]] || words=\"\(others)\" ;;"
    }
    let names = (commands.map(\.name) + ["help", "--help", "--version"]).joined(separator: " ")
    return """
      # Completes auth-emulator in bash.
      _auth_emulator() {
        local current=${COMP_WORDS[COMP_CWORD]} words=
        local place="${COMP_WORDS[1]} ${COMP_WORDS[2]}"
        case $COMP_CWORD in
          1) place= words='\(names)' ;;
          2) place=${COMP_WORDS[1]} ;;
        esac
        case $place in
      \(lines.joined(separator: "\n"))
        esac
        case ${COMP_WORDS[COMP_CWORD-1]} in
          --project) words=$(\(projects)) ;;
      \(choices.map { "    \($0)) words='\($1)' ;;" }.joined(separator: "\n"))
          \(valued(commands).joined(separator: "|"))) words= ;;
        esac
        [[ " ${COMP_WORDS[*]:0:COMP_CWORD} " == *' -- '* ]] && words=
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      }
      complete -o default -F _auth_emulator auth-emulator

      """
  }

  private static func zshScript(_ commands: [Command]) -> String {
    let lines = places(commands).map { place in
      "    \(place.pattern)) words_here=(\(place.words.joined(separator: " "))) ;;"
    }
    let names = commands.map { "'\($0.name):\($0.summary.replacing("'", with: "’"))'" }
    return """
      #compdef auth-emulator
      # Completes auth-emulator in zsh.
      _auth_emulator() {
        local -a words_here commands
        commands=(\(names.joined(separator: " ")))
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local place="$words[2] $words[3]"
        (( CURRENT == 3 )) && place=$words[2]
        case $place in
      \(lines.joined(separator: "\n"))
        esac
        case $words[CURRENT-1] in
          --project) words_here=($(\(projects))) ;;
      \(choices.map { "    \($0)) words_here=(\($1)) ;;" }.joined(separator: "\n"))
          \(valued(commands).joined(separator: "|"))) words_here=() ;;
        esac
        (( ${words[(i)--]} < CURRENT )) && words_here=()
        compadd -- $words_here
        _files
      }
      _auth_emulator "$@"

      """
  }

  private static func fishScript(_ commands: [Command]) -> String {
    var lines = ["# Completes auth-emulator in fish."]
    func add(_ condition: String, _ word: String, _ about: String) {
      let quoted = about.isEmpty ? "" : " -d '\(about.replacing("'", with: "’"))'"
      lines.append("complete -c auth-emulator -n '\(condition)' -a '\(word)'\(quoted)")
    }
    for command in commands {
      add("__fish_use_subcommand", command.name, command.summary)
      let behind =
        "not contains -- -- (commandline -opc); and __fish_seen_subcommand_from \(command.name)"
      let words = command.words()
      let names = words.actions.map { " " + $0.name }.joined()
      let alone = behind + (names.isEmpty ? "" : "; and not __fish_seen_subcommand_from\(names)")
      for action in words.actions {
        add(alone, action.name, action.summary)
        let both = "\(behind); and __fish_seen_subcommand_from \(action.name)"
        for flag in action.flags { add(both, flag, "") }
        if let kind = action.values {
          add(both, "(auth-emulator completions values \(kind) 2>/dev/null)", "")
        }
      }
      for flag in words.flags { add(alone, flag, "") }
    }
    for (flag, values) in [("--project", "(\(projects))")] + choices {
      lines.append("complete -c auth-emulator -l \(flag.dropFirst(2)) -x -a '\(values)'")
    }
    lines += valued(commands).map { "complete -c auth-emulator -l \($0.dropFirst(2)) -r" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the flags whose value has no fixed list, for which the shell completes files.
  private static func valued(_ commands: [Command]) -> [String] {
    let listed = Set(["--project"] + choices.map(\.flag))
    return Set(commands.flatMap { $0.words().valued }).subtracting(listed).sorted()
  }

  /// The flags with a fixed choice of values, which spaces separate.
  private static let choices: [(flag: String, values: String)] = StartOptions.flags
    .filter { $0.placeholder.contains("|") }
    .map { ($0.name, $0.placeholder.replacing("|", with: " ")) }

  private static let projects = "auth-emulator completions values projects 2>/dev/null"
}

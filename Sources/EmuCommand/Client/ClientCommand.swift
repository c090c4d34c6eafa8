import EmuServer

/// A command that talks to a running emulator: a table of actions.
struct ClientCommand: Sendable {
  let name: String
  let summary: String
  /// The purpose of the command, in a sentence or two of the help.
  let about: String
  let actions: [ClientAction]

  var command: Command {
    Command(name: name, summary: summary, help: help, words: words, run: run)
  }

  private var words: CompletionWords {
    let common = Flag<ClientInput>.common
    return CompletionWords(
      (standardAction?.flags ?? []) + common,
      actions: actions.filter { !$0.name.isEmpty }.map { action in
        CompletionWords.Action(
          name: action.name, summary: action.summary,
          flags: (action.flags + common).map(CompletionWords.Option.init))
      }, takesWords: standardAction?.words.isEmpty == false)
  }

  // MARK: - Help

  private var help: String {
    let (all, some) = flagsByActions
    let tables = some.map { actions, flags in
      """

      Flags of \(actions.joined(separator: ", "))
      \(HelpText.table(flags, withHelp: false))

      """
    }
    return """
      \(about)

      \(usage)
      \(tables.joined())
      Flags
      \(HelpText.table(all + Flag<ClientInput>.common))
      """
  }

  /// The flags that every action has, and the others with the names of their actions.
  private var flagsByActions:
    (all: [Flag<ClientInput>], some: [(actions: [String], flags: [Flag<ClientInput>])])
  {
    var (all, some) = ([Flag<ClientInput>](), [(actions: [String], flags: [Flag<ClientInput>])]())
    var seen = Set<String>()
    for flag in actions.flatMap(\.flags) where seen.insert(flag.usage + flag.meaning).inserted {
      let names = actions.filter { action in
        action.flags.contains { $0.usage == flag.usage && $0.meaning == flag.meaning }
      }.map { $0.name.isEmpty ? name : $0.name }
      if names.count == actions.count {
        all.append(flag)
      } else if let index = some.firstIndex(where: { $0.actions == names }) {
        some[index].flags.append(flag)
      } else {
        some.append((names, [flag]))
      }
    }
    return (all, some)
  }

  private var usage: String {
    if actions.count == 1, let action = actions.first, action.name.isEmpty {
      return
        "Usage: \((["auth-emulator", name, action.usage].filter { !$0.isEmpty }).joined(separator: " ")) [flags]"
    }
    return """
      Usage: auth-emulator \(name) <action> [flags]

      \(HelpText.table(actions.map { ($0.usage, $0.summary) }))
      """
  }

  private var helpLine: String { "auth-emulator \(name) --help" }

  // MARK: - Running

  private func run(_ arguments: [String]) throws -> ExitCode {
    let (action, rest) = try action(of: arguments)
    var input = ClientInput()
    let append: @Sendable (inout ClientInput, String) -> Void = { $0.words.append($1) }
    try ArgumentReader(
      command: action.name.isEmpty ? name : "\(name) \(action.name)",
      flags: action.flags + Flag<ClientInput>.common, refusesRepetition: true,
      word: action.words.isEmpty ? nil : append
    ).read(rest, into: &input)
    guard action.wordCount.contains(input.words.count) else {
      let verb = input.words.count < action.wordCount.lowerBound ? "requires" : "accepts"
      let words = action.words.joined(separator: " ")
      throw CommandFailure.usage(
        "auth-emulator \(name) \(action.usage) \(verb) \(words). See `\(helpLine)`.")
    }
    if let name = input.project {
      input.project = try ProjectFiles.discovered().project(named: name)
    }
    try action.check(input)
    var target = try CommandTarget.find(input, needs: action.needs, changes: action.changes)
    // A trial run creates no file.
    if case .file(let path) = target, input.query["dryRun"] != nil, !LocalFile.exists(path) {
      target = .own
    }
    let reply = try perform(action, input, target.client())
      .naming(action.changes ? target : .own)
    Output.print(input.printsJSON ? .json(reply.json) : reply.text)
    return reply.isGood ? .ok : .failed
  }

  private func perform(
    _ action: ClientAction, _ input: ClientInput, _ client: ControlClient
  ) throws -> ClientReply {
    do {
      let reply = try action.perform(input, client)
      try client.close()
      return reply
    } catch {
      try? client.close()
      throw error
    }
  }

  private var standardAction: ClientAction? {
    actions.first { $0.name.isEmpty } ?? actions.first { $0.words.isEmpty }
  }

  /// Returns the action of the first word, or the default action.
  private func action(of arguments: [String]) throws -> (ClientAction, rest: [String]) {
    if let word = arguments.first, !word.hasPrefix("-") {
      if let action = actions.first(where: { $0.name == word }) {
        return (action, Array(arguments.dropFirst()))
      }
      if let unnamed = actions.first(where: { $0.name.isEmpty && !$0.words.isEmpty }) {
        return (unnamed, arguments)
      }
      let names = actions.map { $0.name.isEmpty ? name : "\(name) \($0.name)" }
      throw CommandFailure.unknown("command", "\(name) \(word)", among: names, seeAlso: helpLine)
    }
    guard let standard = standardAction else {
      let names = actions.map(\.usage).joined(separator: ", ")
      throw CommandFailure.usage("Add an action: \(names). `\(helpLine)` explains.")
    }
    return (standard, arguments)
  }
}

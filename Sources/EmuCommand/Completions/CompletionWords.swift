/// The words that a shell offers after the name of a command.
struct CompletionWords: Sendable {
  /// A word, and its meaning; empty where a shell shows none.
  typealias Word = (word: String, about: String)

  struct Option: Sendable {
    let name: String
    let about: String
    /// True if the next word is its value.
    let needsValue: Bool
    /// The valid values; empty where others are valid too.
    let choices: [String]

    init<Options>(_ flag: Flag<Options>) {
      (name, about) = (flag.name, flag.help)
      needsValue = [.value, .list].contains(flag.shape)
      let names = flag.placeholder.split(separator: "|").map(String.init)
      choices = names.count > 1 ? names : []
    }
  }

  struct Action: Sendable {
    var name: String
    var summary: String
    var flags: [Option] = []
  }

  let actions: [Action]
  let flags: [Option]
  /// True for words after the command that are not actions, such as files.
  let takesWords: Bool

  init<Options>(_ flags: [Flag<Options>], actions: [Action] = [], takesWords: Bool = false) {
    (self.actions, self.takesWords) = (actions, takesWords)
    self.flags = flags.map(Option.init)
  }

  /// Returns the words that may end a line; none where a shell completes files.
  ///
  /// - Parameter line: the words after `auth-emulator`, of which the last may be incomplete.
  static func offered(for line: [String]) -> [Word] {
    let (before, last) = (line.dropLast(), line.last ?? "")
    guard !before.contains("--") else { return [] }
    return offered(after: Array(before), beside: last).filter { $0.word.hasPrefix(last) }
  }

  private static func offered(after line: [String], beside last: String) -> [Word] {
    let commands: [Word] = Command.all.map { ($0.name, $0.summary) }
    guard let name = line.first else {
      return commands + ["help", "--help", "--version"].map { ($0, "") }
    }
    if name == "help" {
      return commands + HelpTopic.all.map { ($0.name, $0.summary) } + [("topics", "")]
    }
    guard let words = Command.all.first(where: { $0.name == name })?.words() else { return [] }
    let action = line.dropFirst().first.flatMap { word in words.actions.first { $0.name == word } }
    let flags = action?.flags ?? words.flags
    if let flag = flags.first(where: { $0.name == line.last }) {
      if !flag.choices.isEmpty { return flag.choices.map { ($0, "") } }
      if flag.needsValue { return [] }
    }
    if let end = last.firstIndex(of: "="),
      let flag = flags.first(where: { $0.name == last[..<end] })
    {
      return flag.choices.map { ("\(flag.name)=\($0)", "") }
    }
    let names: [Word] = action == nil ? words.actions.map { ($0.name, $0.summary) } : []
    guard action != nil || !words.takesWords || last.hasPrefix("-") else { return names }
    return names + flags.map { ($0.name, $0.about) } + [("--help", "")]
  }
}

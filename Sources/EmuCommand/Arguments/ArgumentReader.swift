struct ArgumentReader<Options> {
  let command: String
  let flags: [Flag<Options>]
  /// True if a repeated flag with a value is an error.
  var refusesRepetition = false
  /// Processes a word that is not a flag; nil where only flags are accepted.
  var word: (@Sendable (inout Options, String) -> Void)?

  /// The command that shows the help of these flags.
  private var help: String { "auth-emulator \(command.prefix { $0 != " " }) --help" }

  /// Applies the arguments; the last value of a repeated flag counts, unless
  /// ``refusesRepetition`` is true. After `--`, all are words.
  ///
  /// - Returns: the flags in the arguments.
  @discardableResult
  func read(_ arguments: [String], into options: inout Options) throws -> Set<String> {
    var given: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" || Self.isWord(argument) {
        let words = argument == "--" ? rest : [argument]
        if let first = words.first, word == nil { throw flagsOnly(first) }
        for argument in words { word?(&options, argument) }
        if argument == "--" { break }
        continue
      }
      let (name, inline) = Self.split(argument)
      let flag = try flag(name)
      let isNew = given.insert(flag.name).inserted
      if refusesRepetition, !isNew, flag.shape == .value {
        throw CommandFailure.usage("\(flag.name) is given twice. Leave one of them out.")
      }
      switch flag.shape {
      case .toggle:
        if let inline { throw refusal(flag, inline) }
        try apply(flag, "", to: &options)
      case .optionalValue:
        if inline == "" { throw refusal(flag, "") }
        let next = inline == nil ? rest.first.flatMap { Self.isWord($0) ? $0 : nil } : nil
        if next != nil { rest.removeFirst() }
        try apply(flag, inline ?? next ?? "", to: &options)
      case .value:
        try apply(flag, try value(of: flag, inline, from: &rest), to: &options)
      case .list:
        try apply(flag, try value(of: flag, inline, from: &rest), to: &options)
        while let next = rest.first, Self.isWord(next) {
          try apply(flag, next, to: &options)
          rest.removeFirst()
        }
      }
    }
    for flag in flags where given.contains(flag.name) {
      if let other = flag.excludes.first(where: given.contains) {
        throw CommandFailure.usage(
          "\(flag.name) and \(other) exclude each other. Leave one of them out.")
      }
      if let missing = flag.requires.first(where: { !given.contains($0) }) {
        let needed = flags.first { $0.name == missing }?.usage ?? missing
        throw CommandFailure.usage("\(flag.name) needs \(missing) beside it: add \(needed).")
      }
    }
    return given
  }

  /// `--port=1` as name and value.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  /// Returns true for an argument that is not a flag: a negative number or time is a word as well.
  private static func isWord(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), argument != "-" else { return true }
    return argument.dropFirst().first.map { ("0"..."9").contains($0) } ?? false
  }

  private func flagsOnly(_ word: String) -> CommandFailure {
    .usage("auth-emulator \(command) accepts flags only, not \"\(word)\". `\(help)` lists them.")
  }

  private func flag(_ name: String) throws -> Flag<Options> {
    if let flag = flags.first(where: { $0.name == name }) { return flag }
    let unknown = CommandFailure.unknown(
      "flag", name, among: flags.map(\.name) + ["--help"], seeAlso: help)
    guard word != nil else { throw unknown }
    throw CommandFailure.usage("\(unknown.message) Words that begin with - follow a separate --.")
  }

  private func value(
    of flag: Flag<Options>, _ inline: String?, from rest: inout ArraySlice<String>
  ) throws -> String {
    if let inline { return inline }
    guard let next = rest.first, Self.isWord(next) else {
      let hint = rest.isEmpty ? "" : " A value that begins with - follows \(flag.name)= directly."
      throw CommandFailure.usage(
        "\(flag.name) accepts \(flag.expectation): write \(flag.usage).\(hint)")
    }
    rest.removeFirst()
    return next
  }

  private func apply(_ flag: Flag<Options>, _ text: String, to options: inout Options) throws {
    guard flag.apply(&options, text) else { throw refusal(flag, text) }
  }

  private func refusal(_ flag: Flag<Options>, _ text: String) -> CommandFailure {
    CommandFailure.usage("\(flag.name) accepts \(flag.expectation), not \"\(text)\".")
  }
}

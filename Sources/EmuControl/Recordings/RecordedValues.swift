internal import EmuJSON

/// The generated values of a recording, their positions in responses, and their variables.
struct RecordedValues {
  private struct Source {
    var step: Int
    var path: String
    var name: String
  }

  private var made: [String: Source] = [:]
  private var constants: Set<String> = []
  private var names: Set<String> = ["project", "key", "url", "host"]
  /// Variables for values that no response contains, such as the code of a text message.
  private var others: [String: String] = [:]
  /// The captures of each step: variables by path.
  private(set) var captures: [Int: [String: String]] = [:]

  // MARK: What there is

  /// Records texts that are the same in every run.
  mutating func noteConstants(of tree: JSON) {
    var found: [String] = []
    RecordedExchange.forEachText(of: tree) { text, _, name in
      if !RecordedNames.isToken(name) { found.append(text) }
      guard let claims = RecordedNames.claims(of: text),
        RecordedNames.isWrittenByClient(text)
      else { return }
      RecordedExchange.forEachText(of: claims) { text, _, _ in found.append(text) }
    }
    for text in found { noteConstant(text) }
  }

  mutating func noteConstant(_ text: String) {
    if made[text] == nil { constants.insert(text) }
  }

  func isConstant(_ text: String) -> Bool { constants.contains(text) }

  /// Records the generated values of a response: the first position of an id, the last one of a
  /// token.
  mutating func noteAnswer(_ answer: JSON, of step: Int) {
    var found: [(String, Source)] = []
    RecordedExchange.forEachText(of: answer) { text, path, name in
      guard RecordedNames.canReturn(name, text) else { return }
      found.append((text, Source(step: step, path: path, name: name)))
    }
    for (text, source) in found where !constants.contains(text) && others[text] == nil {
      if made[text] == nil || made[text]?.step != step && RecordedNames.isToken(source.name) {
        made[text] = source
      }
    }
  }

  // MARK: Variables

  /// Returns the variable of a generated value; the step that received it captures it.
  mutating func variable(for value: String) -> String? {
    if let other = others[value] { return other }
    guard let source = made[value] else { return nil }
    return capture(source.path, of: source.step, as: source.name)
  }

  /// Returns the variable of a member beside a generated one, such as a secret beside its session.
  mutating func variable(beside value: String, named name: String) -> String? {
    guard let source = made[value] else { return nil }
    var path = source.path.split(separator: ".").dropLast().map(String.init)
    path.append(name)
    return capture(path.joined(separator: "."), of: source.step, as: name)
  }

  mutating func capture(_ path: String, of step: Int, as name: String) -> String {
    if let known = captures[step]?[path] { return known }
    let letters = String(
      decoding: name.utf8.filter { ScenarioAnswer.isTokenByte($0) && $0 != UInt8(ascii: ".") },
      as: UTF8.self)
    let base = letters.isEmpty ? "value" : letters
    var variable = base
    var number = 2
    while !names.insert(variable).inserted {
      variable = "\(base)\(number)"
      number += 1
    }
    captures[step, default: [:]][path] = variable
    return variable
  }

  /// Sets the variable of a value that no response contains.
  mutating func set(_ variable: String, for value: String) { others[value] = variable }
}

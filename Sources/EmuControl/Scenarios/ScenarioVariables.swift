internal import EmuCrypto
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The variables of a run, and their placeholders in requests and expectations.
///
/// `${name}` is a value, and `${$}` a dollar sign. `${enc:name}` is a value as a component of a query
/// or form. `${totp:name}` is the current code of an authenticator app whose secret is the value.
struct ScenarioVariables: Sendable {
  /// The largest value, and the most that the placeholders of a seed or step insert, in bytes.
  ///
  /// A step may send a value twice and capture both, so that each step doubles it.
  private static let longest = 64 << 10
  private static let mostInserted = 1 << 20

  private(set) var values: [String: String]
  private let clock: EmulatorClock
  private var inserted = 0

  init(_ values: [String: String], clock: EmulatorClock) {
    self.values = values
    self.clock = clock
  }

  /// A placeholder that has no value, or a value that is too long.
  struct Problem: Error {
    var sentence: String
  }

  mutating func set(_ name: String, to value: String) throws(Problem) {
    guard value.utf8.count <= Self.longest else {
      throw Problem(
        sentence: "The value for the variable \(name.prefix(64)) has \(value.utf8.count) bytes, "
          + "and a variable has at most \(Self.longest). Capture a shorter member.")
    }
    values[name] = value
  }

  /// Returns the text with values; those of one copy of the variables count together.
  mutating func filled(_ text: String) throws(Problem) -> String {
    guard text.contains("${") else { return text }
    var output = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      output += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        throw Problem(sentence: "\"\(text.prefix(64))\" has a ${ without its }.")
      }
      let value = try value(of: rest[start.upperBound..<end])
      inserted += value.utf8.count
      guard inserted <= Self.mostInserted else {
        throw Problem(
          sentence:
            "The variables insert more than \(Self.mostInserted) bytes. Use fewer of them, or "
            + "shorter values.")
      }
      output += value
      rest = rest[rest.index(after: end)...]
    }
    return output + rest
  }

  mutating func filled(_ tree: JSON) throws(Problem) -> JSON {
    switch tree {
    case .string(let text): return .string(try filled(text))
    case .array(let items):
      return .array(try items.map { item throws(Problem) in try filled(item) })
    case .object(let object):
      var members = JSONObject()
      for member in object {
        members[try filled(member.key)] = try filled(member.value)
      }
      return .object(members)
    default: return tree
    }
  }

  private func value(of placeholder: Substring) throws(Problem) -> String {
    if placeholder == "$" { return "$" }
    let form = ["enc:", "totp:"].first { placeholder.hasPrefix($0) }
    let name = String(placeholder.dropFirst(form?.count ?? 0))
    guard let value = values[name] else {
      throw Problem(
        sentence: "There is no variable \(name.prefix(64)). There are "
          + "\(values.keys.sorted().joined(separator: ", ")); capture it in an earlier step.")
    }
    return switch form {
    case "enc:": PercentEncoding.queryComponent(value)
    case "totp:": try code(of: value, name)
    default: value
    }
  }

  /// Returns the current code of an authenticator app.
  private func code(of secret: String, _ name: String) throws(Problem) -> String {
    guard let bytes = Base32.decode(secret), !bytes.isEmpty else {
      throw Problem(sentence: "The variable \(name.prefix(64)) is not a secret in Base32.")
    }
    return OneTimeCode.code(
      secret: bytes, counter: TOTPRule.step(at: clock.now), digits: TOTPRule.digits)
  }
}

internal import EmuHTTP
internal import EmuJSON

/// The variables of a run, and their places in requests and expectations.
///
/// `${name}` stands for a value, `${enc:name}` for the value as a component of a query or of a form.
struct ScenarioVariables: Sendable {
  private(set) var values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  /// A place that names no variable.
  struct Unknown: Error {
    var sentence: String
  }

  mutating func set(_ name: String, to value: String) { values[name] = value }

  func filled(_ text: String) throws(Unknown) -> String {
    guard text.contains("${") else { return text }
    var output = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      output += rest[..<start.lowerBound]
      guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
        throw Unknown(sentence: "\"\(text.prefix(64))\" has a ${ without its }.")
      }
      output += try value(of: rest[start.upperBound..<end])
      rest = rest[rest.index(after: end)...]
    }
    return output + rest
  }

  func filled(_ tree: JSON) throws(Unknown) -> JSON {
    switch tree {
    case .string(let text): return .string(try filled(text))
    case .array(let items):
      var filledItems: [JSON] = []
      for item in items { filledItems.append(try filled(item)) }
      return .array(filledItems)
    case .object(let object):
      var members = JSONObject()
      for member in object { members[member.key] = try filled(member.value) }
      return .object(members)
    default: return tree
    }
  }

  private func value(of place: Substring) throws(Unknown) -> String {
    let isEncoded = place.hasPrefix("enc:")
    let name = String(isEncoded ? place.dropFirst("enc:".count) : place)
    guard let value = values[name] else {
      throw Unknown(
        sentence: "There is no variable \(name.prefix(64)). There are "
          + "\(values.keys.sorted().joined(separator: ", ")); capture it in an earlier step.")
    }
    return isEncoded ? PercentEncoding.queryComponent(value) : value
  }
}

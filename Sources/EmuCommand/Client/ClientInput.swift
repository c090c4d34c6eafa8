internal import EmuJSON

/// The arguments after the name of an action.
struct ClientInput: Sendable {
  /// The words that are not flags.
  var words: [String] = []
  /// The members of a request's body that flags set, by the names of the control API.
  var body: JSONObject = [:]
  /// The values that flags set outside the body: a tenant, a file, a filter.
  var options: [String: String] = [:]
  var project: String?
  /// nil for the emulator of this folder.
  var url: String?
  var dataFile: String?
  var printsJSON = false

  /// Sets a member of the body at a path such as `account.email`.
  mutating func set(_ path: String, to value: JSON) {
    body.set(value, at: path.split(separator: ".").map(String.init)[...])
  }
}

// MARK: - Flags

extension Flag<ClientInput> {
  /// A text in the body.
  static func text(_ name: String, _ placeholder: String, at path: String, _ help: String) -> Flag {
    .value(name, .text(placeholder, "a text"), help) { $0.set(path, to: .string($1)) }
  }

  /// A whole number in the body.
  static func number(
    _ name: String, _ placeholder: String, at path: String, requires: [String] = [], _ help: String
  ) -> Flag {
    .value(name, .number(placeholder), requires: requires, help) { $0.set(path, to: .int($1)) }
  }

  /// A truth value in the body.
  static func toggle(
    _ name: String, at path: String, to value: JSON = true, excludes: [String] = [],
    _ help: String
  ) -> Flag {
    .toggle(name, excludes: excludes, help) { $0.set(path, to: value) }
  }

  /// JSON in the body.
  static func json(_ name: String, at path: String, _ help: String) -> Flag {
    .value(name, .json, help) { $0.set(path, to: $1) }
  }

  /// A value outside the body, under the name of the flag or another one.
  static func option<Value: Sendable & CustomStringConvertible>(
    _ name: String, _ kind: ValueKind<Value>, as option: String? = nil, standard: String? = nil,
    _ help: String
  ) -> Flag {
    .value(name, kind, standard: standard, help) { $0.options[option ?? name] = $1.description }
  }

  static func option(
    _ name: String, _ placeholder: String, as option: String? = nil, _ help: String
  ) -> Flag {
    .option(name, ValueKind.text(placeholder, "a text"), as: option, help)
  }

  /// A switch that sets a value outside the body.
  static func toggle(
    _ name: String, option: String, to value: String = "true", excludes: [String] = [],
    _ help: String
  ) -> Flag {
    .toggle(name, excludes: excludes, help) { $0.options[option] = value }
  }

  static let project = Flag.value(
    "--project", ValueKind<String>.text("ID", "the id of a project"),
    "the project (default: the one that the emulator serves)"
  ) { $0.project = $1 }

  static let tenant = option("--tenant", "ID", "a tenant of the project")

  static let common: [Flag] = [
    .value(
      "--url", .webURL, "the emulator's address (default: the emulator that runs here)"
    ) { $0.url = $1 },
    .value(
      "--data", .dataFile, excludes: ["--url"], "the data file of the emulator, in place of --url"
    ) { $0.dataFile = $1 },
    .toggle("--json", "prints the answer as one line of JSON") { $0.printsJSON = true },
  ]
}

extension ValueKind where Value == Int64 {
  /// Such as the maximum length of a list.
  static func count(as placeholder: String) -> ValueKind {
    ValueKind(
      placeholder: placeholder, expectation: "a whole number from 1",
      read: { Int64($0).flatMap { $0 > 0 ? $0 : nil } })
  }

  static func number(_ placeholder: String) -> ValueKind {
    ValueKind(placeholder: placeholder, expectation: "a whole number", read: { Int64($0) })
  }
}

extension ValueKind where Value == JSON {
  static let json = ValueKind(placeholder: "JSON", expectation: "JSON") { try? JSON(parsing: $0) }
}

extension ValueKind where Value == JSONObject {
  static let jsonObject = ValueKind(placeholder: "JSON", expectation: "an object of JSON") {
    (try? JSON(parsing: $0))?.object
  }
}

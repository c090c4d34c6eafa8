internal import EmuJSON

/// The arguments after the name of an action.
struct ClientInput: Sendable {
  /// The words that are not flags.
  var words: [String] = []
  /// The members of a request's body that flags set, by the names of the control API.
  var body: JSONObject = [:]
  /// The fields of a request's query that flags set, by the names of the control API.
  var query: [String: String] = [:]
  /// The values that flags set outside the request, by the names of the flags.
  var options: [String: String] = [:]
  var project: String?
  /// nil for the emulator of this folder.
  var url: String?
  var dataFile: String?
  var printsJSON = false

  /// The ``query``, in the order of the names.
  var fields: [(String, String?)] { query.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  /// Sets a member of the body at a path such as `account.email`.
  mutating func set(_ path: String, to value: JSON) {
    body.set(value, at: path.split(separator: ".").map(String.init)[...])
  }
}

// MARK: - Flags

extension Flag<ClientInput> {
  /// A text in the body.
  static func text(_ name: String, _ placeholder: String, at path: String, _ help: String) -> Flag {
    .value(name, .text(placeholder), help) { $0.set(path, to: .string($1)) }
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

  /// A field of the query.
  static func query<Value: Sendable & CustomStringConvertible>(
    _ name: String, _ kind: ValueKind<Value>, at field: String, _ help: String
  ) -> Flag {
    .value(name, kind, help) { $0.query[field] = $1.description }
  }

  /// A truth value, or another fixed one, in the query.
  static func toggle(
    _ name: String, query field: String, to value: String = "true", excludes: [String] = [],
    _ help: String
  ) -> Flag {
    .toggle(name, excludes: excludes, help) { $0.query[field] = value }
  }

  /// A value outside the request.
  static func option<Value: Sendable & CustomStringConvertible>(
    _ name: String, _ kind: ValueKind<Value>, standard: String? = nil, _ help: String
  ) -> Flag {
    .value(name, kind, standard: standard, help) { $0.options[name] = $1.description }
  }

  static func option(_ name: String, _ help: String) -> Flag {
    .toggle(name, help) { $0.options[name] = "true" }
  }

  static let project = Flag.value(
    "--project", ValueKind<String>.text("ID", "the id of a project"),
    "the project (default: the one that the emulator serves)"
  ) { $0.project = $1 }

  static let tenant = option("--tenant", .text("ID"), "a tenant of the project")

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

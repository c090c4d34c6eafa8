import EmuModel

/// The form of a flag's value, and its parser.
struct ValueKind<Value>: Sendable {
  /// The placeholder in the help: `PORT`.
  let placeholder: String
  /// The valid values, as the end of "--port accepts …".
  let expectation: String
  /// The value of a text; nil when it is not one.
  let read: @Sendable (String) -> Value?
}

extension ValueKind where Value == String {
  /// Any text but the empty one.
  static func text(_ placeholder: String, _ expectation: String = "a text") -> ValueKind {
    ValueKind(placeholder: placeholder, expectation: expectation) { $0.isEmpty ? nil : $0 }
  }

  static let project = ValueKind(
    placeholder: "ID",
    expectation:
      "at most \(Project.longestID) letters, digits, '-', '_', '.' and ':', not only dots"
  ) { Project.isPlausible(id: $0) ? $0 : nil }

  /// A path. `-`, to other programs their input or output, is none.
  static let file = ValueKind(placeholder: "FILE", expectation: "the path of a file") {
    ["", "-"].contains($0) ? nil : $0
  }

  /// A folder to export to, whose name is not one that `export` takes for a file's.
  static let exportFolder = ValueKind(
    placeholder: "DIR",
    expectation: "the path of a folder, with a slash at its end where its name is like a file's"
  ) { text in
    let format = try? ExportCommand.format(byNameOf: text)
    return text != "-" && (format == nil || format == "emulator") ? text : nil
  }

  /// The file of a report; its extension gives the form.
  static let reportFile = ValueKind(
    placeholder: "FILE", expectation: "the path of a file that ends with .txt, .json or .xml"
  ) { ProductionReportFile.format(of: $0) == nil ? nil : $0 }

  /// SQLite creates no file for `:memory:`, and users who write it expect none.
  static let dataFile = ValueKind(
    placeholder: "FILE", expectation: "the path of a file (start --ephemeral stores nothing)"
  ) { text in
    ["", "-", ":memory:"].contains(text) ? nil : text
  }

  static let host = text("HOST", "a name or an address of this machine")

  static let hostPattern = ValueKind(
    placeholder: "HOST",
    expectation:
      "a host name, .example.com for every name below it, or *, without scheme, port and path"
  ) { text in
    text == "*" || !text.isEmpty && !text.contains { "/: *".contains($0) } ? text : nil
  }

  static let hostAndPort = ValueKind(
    placeholder: "HOST:PORT", expectation: "a host and a port, such as 127.0.0.1:5001"
  ) { text in
    guard let url = plainURL("http://" + text), url.rest.isEmpty,
      url.authority.hasSuffix(":\(url.port ?? 0)")
    else { return nil }
    return text
  }

  static let origin = ValueKind(
    placeholder: "ORIGIN",
    expectation:
      "an origin such as https://app.example:8443, or * (--allowed-host .example.com accepts every name "
      + "below it)"
  ) { text in
    if text == "*" { return text }
    guard let url = plainURL(text), url.rest.isEmpty, !text.contains("*") else { return nil }
    return text
  }

  /// Returns a URL with a valid port and without a user.
  private static func plainURL(_ text: String) -> AbsoluteURL? {
    AbsoluteURL(text).flatMap { $0.port == nil || $0.authority.contains("@") ? nil : $0 }
  }

  /// An address of the web without a query, and without the slash at its end.
  static let webURL = ValueKind(
    placeholder: "URL", expectation: "a URL that begins with http:// or https://"
  ) { text in
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard !text.contains("?"), let url = plainURL(text), url.isWeb, !url.hasFragment else {
      return nil
    }
    return text
  }
}

extension ValueKind where Value == UInt16 {
  static let port = ValueKind(
    placeholder: "PORT", expectation: "a number from 0 to 65535", read: { UInt16($0) })
}

extension ValueKind where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static func choice(of cases: [Value]) -> ValueKind {
    let names = cases.map(\.rawValue)
    return ValueKind(
      placeholder: names.joined(separator: "|"), expectation: names.joined(separator: " or ")
    ) { text in names.contains(text) ? Value(rawValue: text) : nil }
  }

  static var choice: ValueKind { choice(of: Array(Value.allCases)) }
}

extension ValueKind where Value == String {
  /// Returns a kind with one of some names.
  ///
  /// - Parameter placeholder: the placeholder in the help; nil for the names.
  static func oneOf(_ names: [String], as placeholder: String? = nil) -> ValueKind {
    ValueKind(
      placeholder: placeholder ?? names.joined(separator: "|"),
      expectation: names.joined(separator: " or ")
    ) { names.contains($0) ? $0 : nil }
  }
}

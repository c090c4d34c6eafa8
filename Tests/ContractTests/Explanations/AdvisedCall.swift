import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

/// A call that a message recommends, such as `GET /emulator/v1/issuers`.
struct AdvisedCall: Hashable, CustomTestStringConvertible {
  var method: Method
  /// The path; a name in braces is a placeholder for a value.
  var path: String

  var testDescription: String { "\(method.rawValue) \(path)" }

  /// Returns every call that a text names.
  static func all(in text: String) -> [AdvisedCall] {
    let pattern =
      /(GET|POST|PATCH|PUT|DELETE) (\/(?:emulator|issuers|v[123]|identitytoolkit|securetoken)[^\s"'`,;)\\]*)/
    return text.matches(of: pattern).map { match in
      var path = String(match.2)
      while path.hasSuffix(".") || path.hasSuffix(":") { path.removeLast() }
      return AdvisedCall(method: Method(rawValue: String(match.1)), path: path)
    }
  }

  /// The path with values in place of the names in braces, and without its query.
  var example: String {
    var path = String(path.prefix { $0 != "?" })
    for (name, value) in [("project", "demo-project"), ("tenant", "acme"), ("id", "apple.com")] {
      path = path.replacing("{\(name)}", with: value)
    }
    return path
  }

  /// Returns true when an emulator has the call for the objects that the path names.
  ///
  /// The body is empty, so that it may be rejected; but not as an unknown call or object.
  func isServed(by emulator: TestEmulator) async -> Bool {
    let reply = await emulator.call(
      method, example, method == .get ? nil : .some([:]),
      headers: ["Authorization": "Bearer owner"])
    return reply.status != 404 && reply.status != 405
  }
}

internal import EmuHTTP

/// A numbered error of Microsoft's sign-in service.
///
/// Source: docs/reference/microsoft.md#errors. The numbers and the values of `error` are the
/// contract; the sentences are ours.
struct AADSTS: Sendable {
  /// The destination of an error during a sign-in.
  enum Front: Sendable {
    /// The client, with this `error`; nil for the one of the token endpoint.
    case redirect(String?)
    /// Microsoft's page, because no redirect URI is trusted.
    case page
    /// Microsoft's page, where the person may choose another account.
    case person
  }

  var number: Int
  /// The value of `error` at the token endpoint.
  var error: String
  /// The text, with `{client}`, `{tenant}`, `{account}` and `{name}` as placeholders.
  var text: String
  var status = Status.badRequest
  var suberror: String?
  var front = Front.redirect(nil)
  /// The label on the sign-in page, if its visitor may select the error.
  var label: String?
  /// The value of `{name}` if the error was selected, so that no real value exists.
  var example: Example?

  enum Example: Sendable {
    /// The value of a parameter of the request.
    case value(String)
    case word(String)
  }

  init(
    _ number: Int, _ error: String, _ text: String, status: Status = .badRequest,
    suberror: String? = nil, front: Front = .redirect(nil), label: String? = nil,
    example: Example? = nil
  ) {
    self.number = number
    self.error = error
    self.text = text
    self.status = status
    self.suberror = suberror
    self.front = front
    self.label = label
    self.example = example
  }

  /// The value of `error` at the authorization endpoint.
  var frontError: String {
    guard case .redirect(let name?) = front else { return error }
    return name
  }

  var staysOnPage: Bool {
    switch front {
    case .page, .person: true
    case .redirect: false
    }
  }

  /// True if a request that allows no page (`prompt=none`) gets an answer in place of the page.
  var isForPerson: Bool {
    if case .person = front { true } else { false }
  }

  /// True if conditional access causes the error; the client then answers with the received claims.
  var hasClaims: Bool { suberror == "basic_action" || suberror == "message_only" }

  /// Returns an error by its number; an unknown number is an invalid request.
  static func of(_ number: Int) -> AADSTS {
    byNumber[number] ?? AADSTS(number, "invalid_request", "The request is not valid.")
  }

  /// Parses `AADSTS50105` or `50105`; nil for a number that is not in the table.
  init?(named name: String) {
    let digits = name.hasPrefix("AADSTS") ? name.dropFirst(6) : name[...]
    guard let number = Int(digits), let row = Self.byNumber[number] else { return nil }
    self = row
  }

  /// The numbers of errors that a name of OAuth alone means.
  static let usual = ["invalid_grant": 70000, "invalid_request": 9_002_313]

  /// Returns true if a name has the form of a number, known or not.
  static func isNumber(_ name: String) -> Bool {
    name.hasPrefix("AADSTS") || Int(name) != nil
  }

  static func unknown(_ name: String) -> String {
    "emulator_fail: there is no error \(name.prefix(64)) here. Write one of "
      + table.map(\.number).sorted().map(String.init).joined(separator: ", ")
      + ", with AADSTS before it or without, or a name such as server_error."
  }

  private static let byNumber = Dictionary(uniqueKeysWithValues: table.map { ($0.number, $0) })
}

internal import EmuHTTP

/// One numbered error of Microsoft's sign-in service.
///
/// Source: docs/reference/microsoft.md#errors. The numbers and the values of `error` are the
/// contract; the sentences are our own.
struct AADSTS: Sendable {
  /// Where an error goes that comes up while somebody signs in.
  enum Front: Sendable {
    /// To the client, under this `error`; nil for the one of the token endpoint.
    case redirect(String?)
    /// To Microsoft's own page, which names no address that could be trusted with it.
    case page
  }

  var number: Int
  /// The value of `error` at the token endpoint.
  var error: String
  /// With `{client}`, `{tenant}`, `{account}` and `{name}` for what the case is about.
  var text: String
  var status = Status.badRequest
  var suberror: String?
  var front = Front.redirect(nil)
  /// What the sign-in page calls it where its visitor may choose it.
  var label: String?
  /// What stands for `{name}` where the error was chosen, so that nothing has happened that it names.
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

  /// The value of `error` where somebody signs in.
  var frontError: String {
    guard case .redirect(let name?) = front else { return error }
    return name
  }

  var staysOnPage: Bool {
    if case .page = front { true } else { false }
  }

  /// Whether conditional access is behind it, which a client answers with what it received.
  var hasClaims: Bool { suberror == "basic_action" || suberror == "message_only" }

  /// An error by its number; one that is not in the table is an invalid request.
  static func of(_ number: Int) -> AADSTS {
    byNumber[number] ?? AADSTS(number, "invalid_request", "The request is not valid.")
  }

  /// Reads `AADSTS50105` or `50105`; nil for what is no number of the table.
  init?(named name: String) {
    let digits = name.hasPrefix("AADSTS") ? name.dropFirst(6) : name[...]
    guard let number = Int(digits), let row = Self.byNumber[number] else { return nil }
    self = row
  }

  /// Whether a name is meant for a number, be there such a one or not.
  static func isNumber(_ name: String) -> Bool {
    name.hasPrefix("AADSTS") || Int(name) != nil
  }

  /// What to say of a number that is in no table.
  static func unknown(_ name: String) -> String {
    "emulator_fail: there is no error \(name.prefix(64)) here. Write one of "
      + table.map(\.number).sorted().map(String.init).joined(separator: ", ")
      + ", with AADSTS before it or without, or a name such as server_error."
  }

  private static let byNumber = Dictionary(uniqueKeysWithValues: table.map { ($0.number, $0) })
}

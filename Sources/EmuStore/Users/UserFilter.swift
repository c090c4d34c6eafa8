package import EmuModel
internal import EmuSQLite

/// The conditions of a list of users; every condition that is set must hold.
package struct UserFilter: Sendable {
  /// A part of uid, address, number or name, in any case, or a provider's whole id.
  package var text: String?
  /// `password`, `phone`, `emailLink`, `custom`, `passkey`, `none`, or a provider's id.
  package var method: String?
  package var state: State?
  package var factor: Factor?
  package var claim: Claim?
  /// Users whose last sign-in is not before this time.
  package var signedInSince: Timestamp?
  /// Users whose last sign-in is before this time, or who never signed in.
  package var notSignedInSince: Timestamp?

  package init() {}

  package enum State: String, CaseIterable, Sendable {
    case enabled, disabled, verified, unverified
  }

  package enum Factor: String, CaseIterable, Sendable {
    case any, phone, totp, none
  }

  /// A custom claim, with its value as text: `true`, `7`, `pro`.
  package struct Claim: Sendable {
    package var name: String
    /// Nil for every value.
    package var value: String?

    package init(name: String, value: String?) {
      self.name = name
      self.value = value
    }
  }
}

/// Conditions on a row of `users`, with the values that they name by number.
struct UserConditions {
  private(set) var values: [Value]
  private(set) var text: String

  /// - Parameters:
  ///   - text: the conditions that precede, with numbered parameters.
  ///   - values: theirs.
  init(_ filter: UserFilter, after text: String, _ values: [Value]) {
    self.text = text
    self.values = values
    filter.method.map { add(method: $0) }
    filter.state.map { add($0.condition) }
    filter.factor.map { add($0.condition) }
    filter.claim.map { add(claim: $0) }
    if let since = filter.signedInSince {
      add("last_login_at >= \(parameter(.integer(since.milliseconds)))")
    }
    if let since = filter.notSignedInSince {
      add("ifnull(last_login_at < \(parameter(.integer(since.milliseconds))), 1)")
    }
  }

  private mutating func add(_ condition: String) { text += " AND \(condition)" }

  private mutating func parameter(_ value: Value) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  private mutating func add(method: String) {
    switch method {
    case "password": add("password_hash IS NOT NULL")
    case "phone": add("phone_number IS NOT NULL")
    case "emailLink": add("email_link_sign_in")
    case "custom": add("custom_auth")
    case "passkey": add("has_passkeys")
    case "none":
      add(
        "password_hash IS NULL AND phone_number IS NULL AND links IS NULL "
          + "AND NOT (email_link_sign_in OR custom_auth OR has_passkeys)")
    default:
      add(
        "EXISTS (SELECT 1 FROM identities WHERE user_id = users.id AND provider_id = "
          + "\(parameter(.text(method))))")
    }
  }

  /// Values are compared as JSON writes them, and texts as they are.
  private mutating func add(claim: UserFilter.Claim) {
    var condition = "key = \(parameter(.text(claim.name)))"
    if let value = claim.value {
      condition += " AND CASE type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'"
      condition += " WHEN 'null' THEN 'null' ELSE CAST(value AS TEXT) END"
      condition += " = \(parameter(.text(value)))"
    }
    add(
      "custom_attributes IS NOT NULL AND json_valid(custom_attributes) AND EXISTS "
        + "(SELECT 1 FROM json_each(custom_attributes) WHERE \(condition))")
  }
}

extension UserFilter.State {
  fileprivate var condition: String {
    switch self {
    case .enabled: "NOT disabled"
    case .disabled: "disabled"
    case .verified: "email_verified"
    case .unverified: "email IS NOT NULL AND NOT email_verified"
    }
  }
}

extension UserFilter.Factor {
  fileprivate var condition: String {
    switch self {
    case .any: "has_second_factors"
    case .none: "NOT has_second_factors"
    case .phone: Self.exists("phone_number")
    case .totp: Self.exists("secret")
    }
  }

  private static func exists(_ column: String) -> String {
    "has_second_factors AND EXISTS (SELECT 1 FROM second_factors "
      + "WHERE user_id = users.id AND second_factors.\(column) IS NOT NULL)"
  }
}

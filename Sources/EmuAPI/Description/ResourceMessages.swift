internal import EmuJSON

/// An operation on resources that are stored as sent. Its types are open, so shapes define its
/// fields.
protocol ResourceMessages {
  /// The body; nil for a call without one.
  static var body: ResourceMessage? { get }
  static var answer: ResourceMessage { get }
  /// The fields of the input that a query may have.
  static var query: [String] { get }
}

/// A shape with its name in the description.
struct ResourceMessage {
  var name: String
  var shape: Shape
}

extension ResourceMessages {
  static var body: ResourceMessage? { nil }
  static var query: [String] { [] }
}

extension ResourceMessage {
  static let config = ResourceMessage(name: "Config", shape: .config)
  static let tenant = ResourceMessage(name: "Tenant", shape: .tenant)
  static let passkeys = ResourceMessage(name: "PasskeyConfig", shape: .passkeyConfig)
  static let policy = ResourceMessage(name: "Policy", shape: .iamPolicy)

  static let empty = ResourceMessage(name: "Empty", shape: Shape([:]))

  static func page(_ name: String, of element: ResourceMessage) -> ResourceMessage {
    ResourceMessage(
      name: element.name + "Page",
      shape: Shape([name: .list(.message(element.shape)), "nextPageToken": .text]))
  }

  /// Returns the message of one configuration of a kind.
  static func one(_ kind: any ProviderCollection.Type) -> ResourceMessage {
    ResourceMessage(name: String(describing: kind), shape: kind.shape)
  }
}

// MARK: - One line an operation

extension GetConfig: ResourceMessages { static var answer: ResourceMessage { .config } }
extension UpdateConfig: ResourceMessages {
  static var body: ResourceMessage? { .config }
  static var answer: ResourceMessage { .config }
  static var query: [String] { ["updateMask"] }
}
extension GetPasskeyConfig: ResourceMessages { static var answer: ResourceMessage { .passkeys } }
extension UpdatePasskeyConfig: ResourceMessages {
  static var body: ResourceMessage? { .passkeys }
  static var answer: ResourceMessage { .passkeys }
  static var query: [String] { ["updateMask"] }
}
extension GetTenant: ResourceMessages { static var answer: ResourceMessage { .tenant } }
extension ListTenants: ResourceMessages {
  static var answer: ResourceMessage { .page("tenants", of: .tenant) }
  static var query: [String] { ["pageSize", "pageToken"] }
}
extension CreateTenant: ResourceMessages {
  static var body: ResourceMessage? { .tenant }
  static var answer: ResourceMessage { .tenant }
}
extension UpdateTenant: ResourceMessages {
  static var body: ResourceMessage? { .tenant }
  static var answer: ResourceMessage { .tenant }
  static var query: [String] { ["updateMask"] }
}
extension DeleteTenant: ResourceMessages { static var answer: ResourceMessage { .empty } }
extension GetIamPolicy: ResourceMessages {
  static var body: ResourceMessage? {
    ResourceMessage(
      name: "GetIamPolicy",
      shape: Shape(["options": .message(Shape(["requestedPolicyVersion": .int32]))]))
  }
  static var answer: ResourceMessage { .policy }
}
extension SetIamPolicy: ResourceMessages {
  static var body: ResourceMessage? {
    ResourceMessage(
      name: "SetIamPolicy", shape: Shape(["policy": .message(.iamPolicy), "updateMask": .text]))
  }
  static var answer: ResourceMessage { .policy }
}
extension GetProvider: ResourceMessages { static var answer: ResourceMessage { .one(Kind.self) } }
extension ListProviders: ResourceMessages {
  static var answer: ResourceMessage { .page(Kind.name, of: .one(Kind.self)) }
  static var query: [String] { ["pageSize", "pageToken"] }
}
extension CreateProvider: ResourceMessages {
  static var body: ResourceMessage? { .one(Kind.self) }
  static var answer: ResourceMessage { .one(Kind.self) }
  static var query: [String] { [Kind.idField] }
}
extension UpdateProvider: ResourceMessages {
  static var body: ResourceMessage? { .one(Kind.self) }
  static var answer: ResourceMessage { .one(Kind.self) }
  static var query: [String] { ["updateMask"] }
}
extension DeleteProvider: ResourceMessages { static var answer: ResourceMessage { .empty } }
extension ListDefaultSupportedIdps: ResourceMessages {
  static var answer: ResourceMessage {
    .page(
      "defaultSupportedIdps",
      of: ResourceMessage(
        name: "DefaultSupportedIdp", shape: Shape(["idpId": .text, "description": .text])))
  }
  static var query: [String] { ["pageSize", "pageToken"] }
}
extension GetPasswordPolicy: ResourceMessages {
  static var answer: ResourceMessage {
    ResourceMessage(
      name: "PasswordPolicy",
      shape: Shape([
        "allowedNonAlphanumericCharacters": .list(.text),
        "customStrengthOptions": .message(.passwordStrength),
        "enforcementState": .choice(["ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "ENFORCE"]),
        "forceUpgradeOnSignin": .flag, "schemaVersion": .int32,
      ]))
  }
  static var query: [String] { ["tenantId"] }
}
extension GetSessionCookiePublicKeys: ResourceMessages {
  static var answer: ResourceMessage {
    ResourceMessage(
      name: "KeySet",
      shape: Shape([
        "keys": .list(
          .message(
            Shape([
              "kid": .text, "alg": .text, "use": .text, "kty": .text, "n": .text, "e": .text,
            ])))
      ]))
  }
}

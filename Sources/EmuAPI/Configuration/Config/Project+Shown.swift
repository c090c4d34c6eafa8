internal import EmuJSON
internal import EmuModel

extension Project {
  /// - Parameter isRead: true for a read; the response of a change may have fewer fields.
  func shownConfig(isRead: Bool = false) throws -> Message<Config> {
    let shape = switches.profile.rules.shape
    var config = publishedConfig
    config.passwordPolicyConfig = shape.passwordPolicy(config.passwordPolicyConfig)
    var shown = try JSONObject(published: config)
    shown.complete(with: [
      "name": .string("projects/\(id)/config"),
      "signIn": [
        "allowDuplicateEmails": false, "anonymous": ["enabled": false],
        "email": ["enabled": false, "passwordRequired": false], "phoneNumber": ["enabled": false],
      ],
      "client": [
        "permissions": ["disabledUserSignup": false, "disabledUserDeletion": false],
        "apiKey": .string(ImpliedAPIKey.of(id)), "firebaseSubdomain": .string(id),
      ],
      "authorizedDomains": .array(authorizedDomains.map { .string($0) }),
      "blockingFunctions": [:], "defaultHostingSite": .string(id),
      "subtype": "IDENTITY_PLATFORM",
    ])
    if shown["emailPrivacyConfig"] == nil {
      shown["emailPrivacyConfig"] = [
        "enableImprovedEmailPrivacy": .bool(switches.isOn(.emailEnumerationProtection))
      ]
    }
    return Message(shape.config(shown, of: self, isRead: isRead))
  }
}

extension JSONObject {
  /// Creates the fields of a resource that the Admin API publishes.
  init<Resource: StoredResource>(published resource: Resource) throws {
    self = try JSONEncoding.tree(of: resource).object ?? JSONObject()
    for name in Resource.unpublished { self[name] = nil }
  }

  /// Adds missing members at every depth.
  mutating func complete(with defaults: JSONObject) {
    for member in defaults {
      guard let present = self[member.key] else {
        self[member.key] = member.value
        continue
      }
      guard var inner = present.object, let more = member.value.object else { continue }
      inner.complete(with: more)
      self[member.key] = .object(inner)
    }
  }
}

/// Options of the built-in Apple issuer where Apple's behavior has changed over time.
///
/// The `appleIssuer` of the provider `apple.com`. Omitted members have Apple's current behavior.
package struct AppleIssuerOptions: Sendable, Hashable, Codable {
  /// True when `email_verified`, `is_private_email` and `nonce_supported` are the texts `"true"`
  /// and `"false"`, as they were until 2024.
  package var flagsAsText = false
  /// The issuer of discovery where it differs from that of the tokens, as in June 2025.
  package var discoveryIssuer: String?
  /// The address of server-to-server notifications.
  package var notificationEndpoint: String?
  /// True when `events` is an object, as in Apple's documentation, instead of a text.
  package var eventsAsObject = false
  /// True when `event_time` is in seconds, as in Apple's documentation.
  package var eventTimeInSeconds = false
  /// The addresses and domains that may send to relay addresses; nil for all.
  package var relaySenders: [String]?
  package var renewsIdToken = true

  package static let current = AppleIssuerOptions()

  fileprivate enum CodingKeys: String, CodingKey {
    case flagsAsText, discoveryIssuer, notificationEndpoint, eventsAsObject, eventTimeInSeconds
    case relaySenders, renewsIdToken
  }
}

// Chosen by the synthesized conformance: absent flags have Apple's current behavior.
extension KeyedDecodingContainer<AppleIssuerOptions.CodingKeys> {
  fileprivate func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decodeIfPresent(type, forKey: key) ?? (key == .renewsIdToken)
  }
}

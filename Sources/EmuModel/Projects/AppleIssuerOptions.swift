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
}

extension AppleIssuerOptions {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys, _ standard: Bool) throws -> Bool {
      try container.decodeIfPresent(Bool.self, forKey: key) ?? standard
    }
    let (asText, renews) = (try flag(.flagsAsText, false), try flag(.renewsIdToken, true))
    self.init(
      flagsAsText: asText,
      discoveryIssuer: try container.decodeIfPresent(String.self, forKey: .discoveryIssuer),
      notificationEndpoint: try container.decodeIfPresent(
        String.self, forKey: .notificationEndpoint),
      eventsAsObject: try flag(.eventsAsObject, false),
      eventTimeInSeconds: try flag(.eventTimeInSeconds, false),
      relaySenders: try container.decodeIfPresent([String].self, forKey: .relaySenders),
      renewsIdToken: renews)
  }
}

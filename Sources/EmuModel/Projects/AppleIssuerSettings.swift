/// How our Apple issuer behaves where the real one has been seen to behave in several ways.
///
/// The `appleIssuer` of the provider `apple.com`; what is left out is what Apple does today.
package struct AppleIssuerSettings: Sendable, Hashable, Codable {
  /// Whether `email_verified`, `is_private_email` and `nonce_supported` are the texts `"true"` and
  /// `"false"`, as they were until 2024.
  package var flagsAsText: Bool
  /// Whether a renewal comes with an ID token.
  package var renewsIDToken: Bool
  /// What discovery calls the issuer while its tokens say otherwise, as in June 2025.
  package var discoveryIssuer: String?
  /// Where server-to-server notifications go.
  package var notificationEndpoint: String?
  /// Whether `events` is an object, as Apple's documents print it, and no text.
  package var eventsAsObject: Bool
  /// Whether `event_time` is in seconds, as Apple's documents print it.
  package var eventTimeInSeconds: Bool
  /// Who may write to relay addresses: addresses and domains; nil for everybody.
  package var relaySenders: [String]?

  private enum CodingKeys: String, CodingKey {
    case flagsAsText, discoveryIssuer, notificationEndpoint
    case eventsAsObject, eventTimeInSeconds, relaySenders
    case renewsIDToken = "renewsIdToken"
  }

  package init(
    flagsAsText: Bool = false, renewsIDToken: Bool = true,
    discoveryIssuer: String? = nil, notificationEndpoint: String? = nil,
    eventsAsObject: Bool = false, eventTimeInSeconds: Bool = false, relaySenders: [String]? = nil
  ) {
    self.flagsAsText = flagsAsText
    self.renewsIDToken = renewsIDToken
    self.discoveryIssuer = discoveryIssuer
    self.notificationEndpoint = notificationEndpoint
    self.eventsAsObject = eventsAsObject
    self.eventTimeInSeconds = eventTimeInSeconds
    self.relaySenders = relaySenders
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys, _ standard: Bool) throws -> Bool {
      try container.decodeIfPresent(Bool.self, forKey: key) ?? standard
    }
    self.init(
      flagsAsText: try flag(.flagsAsText, false),
      renewsIDToken: try flag(.renewsIDToken, true),
      discoveryIssuer: try container.decodeIfPresent(String.self, forKey: .discoveryIssuer),
      notificationEndpoint: try container.decodeIfPresent(
        String.self, forKey: .notificationEndpoint),
      eventsAsObject: try flag(.eventsAsObject, false),
      eventTimeInSeconds: try flag(.eventTimeInSeconds, false),
      relaySenders: try container.decodeIfPresent([String].self, forKey: .relaySenders))
  }
}

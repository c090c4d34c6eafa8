/// How our Apple issuer behaves where the real one has been seen to behave in several ways.
///
/// The `appleIssuer` of the provider `apple.com`; what is left out is what Apple does today.
package struct AppleIssuerSettings: Sendable, Hashable, Codable {
  /// Whether `email_verified`, `is_private_email` and `nonce_supported` are the texts `"true"` and
  /// `"false"`, as they were until 2024.
  package var flagsAsText: Bool
  /// `exp` minus `iat`; nil for a day. It was 600 in 2019.
  package var idTokenLifetimeSeconds: Int64?
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
    case flagsAsText, idTokenLifetimeSeconds, discoveryIssuer, notificationEndpoint
    case eventsAsObject, eventTimeInSeconds, relaySenders
    case renewsIDToken = "renewsIdToken"
  }

  package init(
    flagsAsText: Bool = false, idTokenLifetimeSeconds: Int64? = nil, renewsIDToken: Bool = true,
    discoveryIssuer: String? = nil, notificationEndpoint: String? = nil,
    eventsAsObject: Bool = false, eventTimeInSeconds: Bool = false, relaySenders: [String]? = nil
  ) {
    self.flagsAsText = flagsAsText
    self.idTokenLifetimeSeconds = idTokenLifetimeSeconds
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
      idTokenLifetimeSeconds: try container.decodeIfPresent(
        Int64.self, forKey: .idTokenLifetimeSeconds),
      renewsIDToken: try flag(.renewsIDToken, true),
      discoveryIssuer: try container.decodeIfPresent(String.self, forKey: .discoveryIssuer),
      notificationEndpoint: try container.decodeIfPresent(
        String.self, forKey: .notificationEndpoint),
      eventsAsObject: try flag(.eventsAsObject, false),
      eventTimeInSeconds: try flag(.eventTimeInSeconds, false),
      relaySenders: try container.decodeIfPresent([String].self, forKey: .relaySenders))
    if let seconds = idTokenLifetimeSeconds, !(1...315_360_000).contains(seconds) {
      throw DecodingError.dataCorruptedError(
        forKey: .idTokenLifetimeSeconds, in: container,
        debugDescription: "must be 1 to 315360000 seconds")
    }
  }

  /// The lifetime of an ID token; nil for the usual one.
  package var idTokenLifetime: Duration? { idTokenLifetimeSeconds.map { .seconds($0) } }
}

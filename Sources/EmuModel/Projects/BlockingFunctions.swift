/// An event of a blocking function.
package enum BlockingEvent: String, Sendable, CaseIterable {
  /// A sign-up, before the account is stored.
  case beforeCreate
  /// A sign-in, before the session opens.
  case beforeSignIn
  /// An e-mail with a link, before it is sent.
  case beforeSendEmail
  /// A text message with a code, before it is sent.
  case beforeSendSms
}

/// A project's blocking functions and the tokens that they receive.
package struct BlockingFunctions: Sendable, Hashable, Codable {
  /// The URL of each function, by the event's name; an event without one calls nothing.
  package var urls: [String: String]
  /// True when functions receive the provider's ID token.
  package var forwardsIDToken: Bool
  package var forwardsAccessToken: Bool
  package var forwardsRefreshToken: Bool

  package init(
    urls: [String: String] = [:], forwardsIDToken: Bool = false, forwardsAccessToken: Bool = false,
    forwardsRefreshToken: Bool = false
  ) {
    self.urls = urls
    self.forwardsIDToken = forwardsIDToken
    self.forwardsAccessToken = forwardsAccessToken
    self.forwardsRefreshToken = forwardsRefreshToken
  }

  /// Returns the URL of an event's function; nil when there is none.
  package func url(of event: BlockingEvent) -> String? {
    urls.isEmpty ? nil : urls[event.rawValue]
  }
}

/// The hosts of functions that receive created and deleted accounts; each address is `host:port`.
package enum FunctionsHost: Sendable, Hashable {
  /// The Functions emulator itself.
  case functions(String)
  /// The emulator hub, which returns where the Functions emulator is.
  case hub(String)
}

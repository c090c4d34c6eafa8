/// What a blocking function is asked about.
package enum BlockingEvent: String, Sendable, CaseIterable {
  /// A person signs up: before the account is stored.
  case beforeCreate
  /// A person has shown who they are: before the session opens.
  case beforeSignIn
  /// Before an e-mail with a link goes out.
  case beforeSendEmail
  /// Before a text message with a code goes out.
  case beforeSendSms
}

/// The functions that a project has asked before it goes on, and what they receive.
package struct BlockingFunctions: Sendable, Hashable, Codable {
  /// Where each function listens, by the event's name; an event without one is not asked about.
  package var urls: [String: String]
  /// Whether the functions are given the provider's own tokens.
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

  /// Where the function for an event listens; nil when there is none.
  package func url(of event: BlockingEvent) -> String? {
    urls.isEmpty ? nil : urls[event.rawValue]
  }
}

/// How much production lets happen with codes; no document gives the numbers.
package enum CodeLimits {
  /// How long a text message's code is good for.
  package static let verificationCodeLifetime: Duration = .seconds(15 * 60)
  /// How many wrong codes a session takes.
  package static let wrongAttempts = 5
  /// How many codes of a kind one address or number gets within the window.
  package static let sendsPerRecipient = 10
  /// How many text messages a project sends within a day.
  package static let messagesPerDay = 1000
  /// What `sendsPerRecipient` counts over.
  package static let sendingWindow: Duration = .seconds(3600)
  /// How long a used code is remembered, so that a second use can be explained.
  package static let memoryOfUse: Duration = .seconds(24 * 3600)
}

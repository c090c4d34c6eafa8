/// Production's limits for codes; the numbers are not documented.
package enum CodeLimits {
  /// The lifetime of a text message's code.
  package static let verificationCodeLifetime: Duration = .seconds(15 * 60)
  /// The maximum number of wrong codes in a session.
  package static let wrongAttempts = 5
  /// The maximum number of codes of a kind for one address or number within the window.
  package static let sendsPerRecipient = 10
  /// The maximum number of text messages of a project within a day.
  package static let messagesPerDay = 1000
  /// The window of `sendsPerRecipient`.
  package static let sendingWindow: Duration = .seconds(3600)
  /// The time that a used code is stored, so that a second use can be explained.
  package static let memoryOfUse: Duration = .seconds(24 * 3600)
}

package import EmuModel

/// The ability to send a person's name once: unsigned, with the token of the first authorization.
///
/// Later tokens do not contain it.
package protocol OneTimeSharing: Sendable {
  /// The text's name: in the response of a mint call, and in the explanation of a lost name.
  var field: String { get }

  /// Returns the text for a person; nil when there is nothing to share.
  func text(for person: Person) -> String?

  /// Returns the name in such a text; nil when it is malformed or has none.
  func name(in text: String) -> PersonName?

  /// Returns the reason that the name in such a text is lost, as a sentence; nil where the text is
  /// valid.
  func loss(in text: String) -> String?
}

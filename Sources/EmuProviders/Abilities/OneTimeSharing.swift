package import EmuModel

/// The ability to send a person's name once: beside the token of the first authorization, unsigned.
///
/// All later tokens share what the person consented to once.
package protocol OneTimeSharing: Sendable {
  /// The text's name: in the answer of a mint call, and in the explanation of a lost name.
  var field: String { get }

  /// The text for a person; nil when there is nothing to share.
  func text(for person: Person) -> String?

  /// The name in such a text; nil when it is malformed or holds none.
  func name(in text: String) -> PersonName?

  /// Why the name in such a text is lost, as a sentence; nil where the text is whole.
  func loss(in text: String) -> String?
}

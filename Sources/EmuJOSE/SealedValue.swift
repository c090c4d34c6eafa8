internal import EmuCrypto
package import EmuJSON

/// A value that clients receive as a text and return: everyone can read it, but not change it.
///
/// The text is a ``Seal`` over the base64url of its JSON, under the key of project and purpose.
package protocol SealedValue {
  static var purpose: String { get }
  var project: String { get }
  /// The value as JSON text.
  var json: [UInt8] { get }
  init?(json: JSON)
}

extension SealedValue where Self: Codable {
  // Texts, numbers and parsed JSON: the encoding cannot fail.
  package var json: [UInt8] { (try? JSONEncoding.encode(self)) ?? [] }

  package init?(json: JSON) {
    guard let value = try? JSONDecoding.decode(Self.self, from: json) else { return nil }
    self = value
  }
}

extension SealedValue {
  package var sealed: String {
    Seal(project: project, purpose: Self.purpose).seal(Base64URL.encode(json))
  }

  /// Opens a text; nil for one that was not sealed here for the purpose, or was changed.
  package init?(sealed text: String) {
    guard let body = Seal.unchecked(text).flatMap({ Base64URL.decode($0) }),
      let value = (try? JSON(parsing: body)).flatMap(Self.init(json:)),
      Seal(project: value.project, purpose: Self.purpose).open(text) != nil
    else { return nil }
    self = value
  }
}

internal import EmuCrypto
internal import EmuJOSE

/// A style sheet or a script inside a page, which the page's policy names by its hash.
///
/// Assets are files of a module's `Assets` folder, embedded in the binary (`.embedInCode`).
package struct InlineAsset: Sendable {
  let text: HTML
  /// The form in which a policy names a text (CSP Level 3 §2.3.1).
  let source: String

  /// - Parameter bytes: the file; UTF-8 without `</`, which would end its element.
  package init(_ bytes: [UInt8]) {
    text = HTML(stringLiteral: String(decoding: bytes, as: UTF8.self))
    source = "'sha256-\(Base64URL.encodePadded(Digest.sha256.hash(bytes)))'"
  }
}

internal import EmuJSON
internal import EmuYAML

struct LoggedBody {
  /// Nil for an empty body.
  private(set) var document: JSON?
  /// True if the document has only the first bytes.
  private(set) var isCut = false

  /// - Parameters:
  ///   - isUpload: true for a body of the control API, where everything but JSON and YAML is a file.
  ///   - mask: masks the secrets and records them; nil to show them.
  init(
    _ bytes: [UInt8], size: Int, contentType: String?, isUpload: Bool = false,
    mask: inout SecretMask?
  ) {
    guard size > 0 else { return }
    // The control API has no forms.
    let isForm = !isUpload && Self.isForm(bytes, contentType)
    if mask != nil, let kind = Self.omitted(bytes, contentType, isUpload) {
      mask?.hasHidden = true
      document = .string("(a \(kind) of \(size) bytes; start with --log-secrets to have it here)")
      return
    }
    // A truncated body cannot be parsed.
    if !isForm, bytes.count == size, let tree = Self.tree(bytes, contentType) {
      let shown = mask?.masked(tree) ?? tree
      let text = shown.serializedBytes()
      isCut = text.count > LoggedRequest.shownBytes
      document = isCut ? Self.cut(text, of: text.count) : shown
      return
    }
    let whole = String(decoding: bytes.prefix(LoggedRequest.shownBytes), as: UTF8.self)
    let text = (isForm ? mask?.masked(form: whole) : mask?.masked(unparsed: whole)) ?? whole
    isCut = size > LoggedRequest.shownBytes
    document = isCut ? Self.cut(Array(text.utf8), of: size) : .string(text)
  }

  /// Returns the kind of a body whose secrets cannot be recognised; nil for any other.
  ///
  /// The forms of a page may contain codes and tokens, and no one reads pages in a log. Snapshots and
  /// CSV contain the hashes of passwords.
  private static func omitted(
    _ bytes: [UInt8], _ contentType: String?, _ isUpload: Bool
  ) -> String? {
    if contentType?.hasPrefix("text/html") == true { return "page" }
    if contentType == Control.snapshotType { return "file" }
    guard contentType == "application/octet-stream" || isUpload && !isYAML(contentType) else {
      return nil
    }
    let isJSON =
      first(of: bytes).map { "{[".utf8.contains($0) } ?? true || tree(bytes, contentType) != nil
    return isJSON ? nil : "file"
  }

  /// Returns true for a form. `curl -d` declares JSON a form, but no form begins like an object or a
  /// comment.
  static func isForm(_ bytes: [UInt8], _ contentType: String?) -> Bool {
    contentType?.hasPrefix("application/x-www-form-urlencoded") == true
      && first(of: bytes).map { "{/".utf8.contains($0) } != true
  }

  /// Returns the document of a body. JSON is read relaxed, because seeds may be JSON5.
  static func tree(_ bytes: [UInt8], _ contentType: String?) -> JSON? {
    isYAML(contentType)
      ? try? YAML.json(bytes) : try? JSON(parsing: bytes, options: .relaxed)
  }

  private static func isYAML(_ contentType: String?) -> Bool {
    contentType.map { DocumentBody.types.contains($0) } ?? false
  }

  private static func first(of bytes: [UInt8]) -> UInt8? { bytes.first { $0 > 0x20 } }

  private static func cut(_ text: [UInt8], of size: Int) -> JSON {
    let shown = String(decoding: text.prefix(LoggedRequest.shownBytes), as: UTF8.self)
    return .string(shown + "… (cut; \(size) bytes in all)")
  }

  /// Masks secrets that were found in other parts.
  mutating func sweep(_ sweep: KnownSecrets) { document = document?.mapTexts(sweep.swept) }

  /// The message of a refusal in Google's envelope, or OAuth's `error`; nil in any other document.
  var refusal: String? {
    let error = document?["error"]
    return error?["message"]?.string ?? error?.string
  }

  /// The code of a refusal: the first word of `CODE` and `CODE : detail`, or OAuth's `error`.
  var code: String? {
    if document?["needConfirmation"]?.bool == true { return "needConfirmation" }
    guard let message = refusal ?? document?["errorMessage"]?.string else { return nil }
    let code = message.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let isCode = code.count == message.count || message.hasPrefix("\(code) :")
    return isCode && !code.isEmpty ? String(code) : nil
  }

  /// The body as text, for a command line.
  var text: String? {
    switch document {
    case nil: nil
    case .string(let text): text
    case let tree?: tree.serialized()
    }
  }
}

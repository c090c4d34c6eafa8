internal import EmuJSON

/// A body in the format of the log.
struct LoggedBody {
  /// Nil for an empty body.
  private(set) var document: JSON?

  /// - Parameter mask: masks the secrets and records them; nil to show them.
  init(_ bytes: [UInt8], size: Int, contentType: String?, mask: inout SecretMask?) {
    guard size > 0 else { return }
    let isForm = contentType?.hasPrefix("application/x-www-form-urlencoded") ?? false
    if mask != nil, contentType?.hasPrefix("text/html") ?? false {
      mask?.noteHidden()
      // The forms of a page may contain codes and tokens, and no one reads pages in a log.
      document = .string("(a page of \(size) bytes; start with --log-secrets to have it here)")
      return
    }
    // Relaxed, because seeds may be JSON5; a truncated body cannot be parsed.
    if !isForm, bytes.count == size, let tree = try? JSON(parsing: bytes, options: .relaxed) {
      let shown = mask?.masked(tree) ?? tree
      let text = shown.serializedBytes()
      document =
        text.count <= LoggedRequest.shownBytes ? shown : Self.cut(text, of: text.count)
      return
    }
    let whole = String(decoding: bytes.prefix(LoggedRequest.shownBytes), as: UTF8.self)
    let text = (isForm ? mask?.masked(form: whole) : mask?.masked(text: whole)) ?? whole
    document =
      size > LoggedRequest.shownBytes ? Self.cut(Array(text.utf8), of: size) : .string(text)
  }

  private static func cut(_ text: [UInt8], of size: Int) -> JSON {
    let shown = String(decoding: text.prefix(LoggedRequest.shownBytes), as: UTF8.self)
    return .string(shown + "… (cut; \(size) bytes in all)")
  }

  /// Masks secrets that were found in other parts.
  mutating func sweep(_ sweep: SecretSweep) { document = document.map { sweep.swept($0) } }

  /// The message of a refusal in Google's envelope, or OAuth's `error`; nil in any other document.
  var refusal: String? {
    let error = document?["error"]
    return error?["message"]?.string ?? error?.string
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

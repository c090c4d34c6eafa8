package import EmuModel

/// The formats of users: one line here and one file in `Formats` each.
package enum ImportFormat: String, CaseIterable, Sendable {
  case seed
  /// A seed's user on each line.
  case ndjson
  /// The JSON of `firebase auth:export`.
  case firebase
  /// The CSV of `firebase auth:export`.
  case csv = "firebase-csv"
  /// The files of an `auth_export` folder as members of one object, see ``EmulatorExport``.
  case emulator

  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  // MARK: - By content

  /// The number of bytes that determine the format.
  static let headLength = 4096

  /// Determines the format of a file by its beginning.
  ///
  /// - Throws: `DocumentError` for an unknown format.
  package init(ofFileThatBeginsWith head: [UInt8]) throws(DocumentError) {
    let names = Self.names
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    let content = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    switch content.first {
    case nil: throw DocumentError(message: "The file is empty. Name one with users in it.")
    case UInt8(ascii: "["):
      throw DocumentError(
        message:
          #"The file is a list. Write {"users": [...]}, or one user a line without the brackets and commas."#
      )
    case UInt8(ascii: "{"): self = Self.ofObject(content)
    // A comment, which only seeds may contain.
    case UInt8(ascii: "/"): self = .seed
    default:
      // A line break within quotes belongs to a value.
      var isQuoted = false
      let line = content.prefix { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return isQuoted || byte != 0x0A
      }
      // As many as Firebase's documents have columns, less one; fewer in a line that is longer than the
      // beginning.
      let commas = line.count { $0 == UInt8(ascii: ",") }
      guard commas >= 25 || commas > 0 && line.endIndex == Self.headLength else {
        throw DocumentError(
          message:
            "The file has none of the forms \(names). A CSV has the columns of auth:export, at least 26, "
            + "separated by commas.")
      }
      self = .csv
    }
  }

  /// Returns the format of an object by its first key.
  private static func ofObject(_ content: ArraySlice<UInt8>) -> ImportFormat {
    let inside = content.dropFirst().drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    // Unquoted keys, comments and single quotes are JSON5.
    guard inside.first == UInt8(ascii: "\"") else { return .seed }
    let key = inside.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
    switch String(decoding: key, as: UTF8.self) {
    case "users", "kind", "nextPageToken": return .firebase
    case "version", "projects", "issuers": return .seed
    case "accounts", "config", "supplement": return .emulator
    default: return .ndjson
    }
  }

  /// Rejects a text of UTF-16, as far as its beginning shows: in ASCII every second byte is zero. A text of
  /// UTF-8 may contain U+0000.
  static func checkEncoding(_ head: [UInt8]) throws(DocumentError) {
    let isMarked = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
    let isUTF16 = [0, 1].contains { start in
      head.count > 1 && stride(from: start, to: head.count, by: 2).allSatisfy { head[$0] == 0 }
    }
    guard !isMarked, !isUTF16 else {
      throw DocumentError(
        message:
          "The file is not in UTF-8; it looks like UTF-16 or binary. Convert it: iconv -f UTF-16 -t UTF-8."
      )
    }
  }
}

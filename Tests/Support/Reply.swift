package import EmuHTTP
package import EmuJSON
internal import EmuModel

/// The response to a call, with its request log entry where no socket is used.
package struct Reply: Sendable {
  package var status: Int
  package var headers: Headers
  /// The whole body; a stream is read to its end.
  package var bytes: [UInt8]
  package var annotations: Annotations
  /// True when the connection was closed without a response.
  package var isDropped = false

  /// An empty one of a status.
  package init(status: Int) {
    self.status = status
    headers = [:]
    bytes = []
    annotations = Annotations()
  }

  package init(_ response: Response) {
    status = response.status.rawValue
    headers = response.headers
    bytes = Self.bytes(of: response)
    annotations = response.annotations ?? Annotations()
    if case .dropped = response.body { isDropped = true }
  }

  private static func bytes(of response: Response) -> [UInt8] {
    switch response.body {
    case .bytes(let bytes): return bytes
    case .dropped: return []
    case .stream(let stream):
      let source = stream.open(wake: {})
      defer { source.close() }
      var bytes: [UInt8] = []
      while case .bytes(let piece) = source.next() { bytes += piece }
      return bytes
    }
  }
}

// MARK: - The body

extension Reply {
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The body; `null` when it is not JSON.
  package var json: JSON { (try? JSON(parsing: bytes)) ?? .null }

  package subscript(_ key: String) -> JSON? { json[key] }

  /// `error.message`, as SDKs read it.
  package var errorMessage: String? { json["error"]?["message"]?.string }

  /// The server code without its detail.
  package var errorCode: String? {
    errorMessage.map { message in
      message.firstRange(of: " : ").map { String(message[..<$0.lowerBound]) } ?? message
    }
  }
}

// MARK: - The request log

extension Reply {
  /// Each `rule: outcome`, such as `recentLogin: warned`.
  package var decisions: [String] { annotations.decisions.map { "\($0.rule): \($0.outcome)" } }

  package var reason: [String] { annotations.decisions.map(\.reason.text) }

  /// The reasons of all decisions in one text.
  package var reasons: String { reason.joined(separator: "\n") }

  package var unknownFields: [String] { annotations.unknownFields }
}

// MARK: - A page

extension Reply {
  /// The hidden fields of the page's forms.
  package var form: FormFields {
    var fields = FormFields()
    for piece in text.split(separator: #"<input type="hidden" name=""#).dropFirst() {
      let parts = piece.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count > 2 else { continue }
      let value = String(parts[2]).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
      fields.add(String(parts[0]), value)
    }
    return fields
  }
}

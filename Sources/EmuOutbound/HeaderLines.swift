import EmuHTTP

/// The header fields of a request in libcurl's form.
enum HeaderLines {
  /// Returns a line for each field, and lines that disable libcurl's additional fields.
  ///
  /// - Throws: `invalidRequest` for a method or field that would break the message.
  static func lines(of request: OutboundRequest, host: String) throws(OutboundError) -> [String] {
    guard Headers.isToken(request.method.rawValue) else {
      throw OutboundError(.invalidRequest, "The method to call \(host) with is not one.")
    }
    var lines: [String] = []
    for (name, value) in request.headers {
      guard Headers.isToken(name), !framing.contains(name.lowercased()),
        value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 })
      else {
        throw OutboundError(
          .invalidRequest, "The header \(name.debugDescription) cannot be sent to \(host).")
      }
      // A name with only a colon would remove the field (CURLOPT_HTTPHEADER(3)).
      lines.append(value.allSatisfy { $0 == " " } ? "\(name);" : "\(name): \(value)")
    }
    // Else it claims a form, and waits a second for a 100 before it sends a large body.
    if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
    lines.append("Expect:")
    return lines
  }

  private static let framing: Set<String> = ["content-length", "transfer-encoding", "expect"]
}

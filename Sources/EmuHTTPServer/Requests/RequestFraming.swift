import EmuHTTP

/// The check that the end of a request is unambiguous: RFC 9112 §3.2 and §6.
///
/// If two readers disagree about the end of a request, one treats as its body what the other treats
/// as the next request.
enum RequestFraming {
  private static func isCompression(_ codings: String) -> Bool {
    codings.lowercased().split { $0 == "," || $0 == " " }
      .contains { ["br", "deflate", "gzip", "x-gzip", "zstd"].contains($0) }
  }

  /// Returns the problem with a request, in a sentence with the remedy; nil when there is none.
  ///
  /// - Parameter version: as on the request line: `HTTP/1.1`.
  static func problem(in headers: Headers, version: String) -> String? {
    var hosts = 0
    var lengths: [String] = []
    var encodings: [String] = []
    // One pass, since this runs for every request.
    for (name, value) in headers {
      guard Headers.isToken(name) else {
        return "A header of this request has no name, or a space or another separator in it. Write "
          + "the colon directly after the name."
      }
      switch name.utf8.count {
      case 4 where Headers.equal(name, "Host"): hosts += 1
      case 14 where Headers.equal(name, "Content-Length"): lengths.append(value)
      case 16
      where Headers.equal(name, "Content-Encoding") && isCompression(value):
        return "The body of this request is compressed (Content-Encoding: \(value)). Send it as it "
          + "is: disableGZipContent of Google's clients in Java and GZipEnabled in .NET decide it."
      case 17 where Headers.equal(name, "Transfer-Encoding"): encodings.append(value)
      default: break
      }
    }
    return hostProblem(hosts, version) ?? lengthProblem(lengths)
      ?? encodingProblem(encodings, version, hasLength: !lengths.isEmpty)
  }

  private static func hostProblem(_ hosts: Int, _ version: String) -> String? {
    if hosts == 0, version != "HTTP/1.0" {
      return "A request of HTTP/1.1 needs a Host header. Send one, such as Host: localhost."
    }
    return hosts > 1 ? "This request has several Host headers. Send one." : nil
  }

  private static func lengthProblem(_ lengths: [String]) -> String? {
    guard !lengths.isEmpty else { return nil }
    let numbers = lengths.map { text in
      text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? Int64(text) : nil
    }
    guard numbers.allSatisfy({ $0 != nil }) else {
      return "The Content-Length of this request is not a number of bytes below 2^63. Send one."
    }
    return numbers.contains { $0 != numbers[0] }
      ? "This request has Content-Length headers that differ. Send one." : nil
  }

  private static func encodingProblem(
    _ encodings: [String], _ version: String, hasLength: Bool
  ) -> String? {
    guard !encodings.isEmpty else { return nil }
    if hasLength {
      return "This request has both Content-Length and Transfer-Encoding. Send one of them."
    }
    guard version != "HTTP/1.0" else {
      return "HTTP/1.0 has no Transfer-Encoding. Send a Content-Length instead."
    }
    return encodings.count == 1 && encodings[0].lowercased() == "chunked"
      ? nil : "The only Transfer-Encoding understood is chunked. Send that, or a Content-Length."
  }
}

internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel

extension LoggedRequest {
  /// Headers that curl sends itself, or that concern only this connection.
  private static let ownFields: Set<String> = [
    "host", "content-length", "connection", "accept-encoding", "user-agent", "accept",
    "transfer-encoding", "expect", "x-emulator-tool",
  ]

  /// Returns the request as a command of a POSIX shell with a line feed. If secrets are masked, a
  /// comment after it says so.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a body that the log has truncated.
  func curl(showsSecrets: Bool) throws(ControlError) -> String {
    guard request.body.count == bodySize else {
      throw .invalid(
        "The body of the request has \(bodySize) bytes, of which the log keeps the first "
          + "\(Self.shownBytes); no command repeats it. GET /emulator/v1/requests/\(id) shows them."
      )
    }
    let shown = ShownRequest(self, showsSecrets: showsSecrets)
    // Otherwise curl makes several addresses of one with braces or brackets.
    var words = ["curl", "--globoff"]
    if request.method == .head {
      words.append("--head")
    } else if request.method != .get {
      words += ["-X", ShellWord.quoted(request.method.rawValue)]
    }
    let scheme = request.isSecure ? "https" : "http"
    let host = request.headers["Host"] ?? "localhost"
    words.append(ShellWord.quoted("\(scheme)://\(host)\(shown.target)"))
    for field in shown.headers where !Self.ownFields.contains(field.name.lowercased()) {
      words += ["-H", ShellWord.quoted("\(field.name): \(field.value)")]
    }
    if let text = shown.request.text {
      // Without this, curl declares any body a form.
      if request.headers["Content-Type"] == nil { words += ["-H", "'Content-Type:'"] }
      // The complete body: the log truncates long ones.
      let whole = showsSecrets ? String(decoding: request.body, as: UTF8.self) : text
      words += ["--data-raw", ShellWord.quoted(whole)]
    }
    let command = words.joined(separator: " ") + "\n"
    return shown.isRequestMasked ? command + Self.maskedComment(id) : command
  }

  private static func maskedComment(_ id: String) -> String {
    "# Passwords and tokens are masked with …, so this is not the request that was made. The whole: "
      + "GET /emulator/v1/requests/\(id)?format=curl&secrets=true\n"
  }
}

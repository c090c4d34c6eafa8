internal import EmuHTTP
internal import EmuModel

extension LoggedRequest {
  /// Fields that curl sends by itself, or that only meant this connection.
  private static let ownFields: Set<String> = [
    "host", "content-length", "connection", "accept-encoding", "user-agent", "accept",
    "transfer-encoding", "expect",
  ]

  /// The request as one command of a POSIX shell, ending in a line feed.
  func curl(showsSecrets: Bool) -> String {
    let shown = ShownRequest(self, showsSecrets: showsSecrets)
    var words = ["curl"]
    if request.method != .get { words += ["-X", ShellWord.quoted(request.method.rawValue)] }
    let scheme = request.isSecure ? "https" : "http"
    let host = request.headers["Host"] ?? "localhost"
    words.append(ShellWord.quoted("\(scheme)://\(host)\(shown.target)"))
    for field in shown.headers where !Self.ownFields.contains(field.name.lowercased()) {
      words += ["-H", ShellWord.quoted("\(field.name): \(field.value)")]
    }
    if let text = shown.request.text {
      words += ["--data-raw", ShellWord.quoted(text)]
    }
    return words.joined(separator: " ") + "\n"
  }
}

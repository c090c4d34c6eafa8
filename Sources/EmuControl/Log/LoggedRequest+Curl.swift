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
    var words = ["curl"]
    if request.method != .get { words += ["-X", ShellWord.quoted(request.method.rawValue)] }
    let scheme = request.isSecure ? "https" : "http"
    let host = request.headers["Host"] ?? "localhost"
    words.append(ShellWord.quoted("\(scheme)://\(host)\(target(showsSecrets: showsSecrets))"))
    for field in request.headers where !Self.ownFields.contains(field.name.lowercased()) {
      let value = showsSecrets ? field.value : Self.masked(field.value, of: field.name)
      words += ["-H", ShellWord.quoted("\(field.name): \(value)")]
    }
    if let text = body(showsSecrets: showsSecrets).text {
      words += ["--data-raw", ShellWord.quoted(text)]
    }
    return words.joined(separator: " ") + "\n"
  }

  /// `Bearer owner` is no secret: it is what the Admin SDKs send to every emulator.
  private static func masked(_ value: String, of name: String) -> String {
    switch name.lowercased() {
    case "authorization", "proxy-authorization":
      guard let space = value.firstIndex(of: " ") else { return SecretMask.hint(value) }
      let credentials = value[value.index(after: space)...]
      return credentials.lowercased() == "owner"
        ? value : value[...space] + SecretMask.hint(credentials)
    case "cookie": return SecretMask.hint(value)
    default: return SecretMask.maskedTokens(in: value)
    }
  }
}

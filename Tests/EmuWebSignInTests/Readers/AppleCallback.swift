import EmuHTTP
import EmuJSON

/// The result of Apple's SDK for the address that opens an app, by the tables of
/// docs/reference/sdk-callbacks.md.
enum AppleCallback: Equatable {
  /// The SDK continues to wait.
  case ignored
  case answer(requestURI: String)
  case verified(token: String)
  case error(code: String, message: String)
  /// Neither an answer nor an error.
  case incomplete

  /// - Parameters:
  ///   - scheme: the scheme that the SDK expects.
  ///   - authType: the type that it sent; so is `eventID`.
  init(_ url: String, scheme: String, authType: String, eventID: String) {
    let parts = url.split(separator: "?", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0] == "\(scheme)://firebaseauth/link" else {
      self = .ignored
      return
    }
    guard let deepLink = Self.fields(parts[1])["deep_link_id"],
      let query = deepLink.split(separator: "?", maxSplits: 1).dropFirst().first
    else {
      self = .ignored
      return
    }
    let fields = Self.fields(String(query))
    guard fields["authType"] == authType, fields["eventId"] == eventID else {
      self = .ignored
      return
    }
    if let token = fields["recaptchaToken"] {
      self = .verified(token: token)
    } else if let link = fields["link"] {
      self = .answer(requestURI: link)
    } else if let error = fields["firebaseError"].flatMap({ try? JSON(parsing: $0) }),
      let code = error["code"]?.string, let message = error["message"]?.string
    {
      self = .error(code: code, message: message)
    } else {
      self = .incomplete
    }
  }

  /// Returns the fields of a query: a plus is a space, the first field of a name applies.
  private static func fields(_ query: String) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in query.prefix(while: { $0 != "#" }).split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      let name = PercentEncoding.decode(sides[0].replacing("+", with: " "))
      let value = PercentEncoding.decode(sides[1].replacing("+", with: " "))
      if fields[name] == nil { fields[name] = value }
    }
    return fields
  }
}

import EmuHTTP
import EmuJSON

/// An `intent:` address as Android and its SDK parse it, by docs/reference/sdk-callbacks.md.
struct AndroidIntent {
  /// The part before the fragment, such as `intent://firebase.auth/`.
  var address: String
  var scheme: String?
  var package: String?
  /// Extras by name, with their type as a prefix, such as `S.link`.
  var extras: [String: String] = [:]

  /// - Returns: nil for an address that is not an intent.
  init?(_ url: String) {
    guard let mark = url.firstRange(of: "#Intent;"), url.hasPrefix("intent:"),
      url.hasSuffix(";end;")
    else { return nil }
    address = String(url[..<mark.lowerBound])
    for part in url[mark.upperBound...].split(separator: ";") where part != "end" {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      let value = PercentEncoding.decode(sides[1])
      switch sides[0] {
      case "scheme": scheme = value
      case "package": package = value
      default: extras[String(sides[0])] = value
      }
    }
  }

  enum Result: Equatable {
    case cancelled
    case answer(requestURI: String)
    case error(code: String, message: String)
  }

  /// - Parameter eventID: the event id that the app stored.
  func result(eventID: String) -> Result {
    if let error = extras["S.firebaseError"].flatMap({ try? JSON(parsing: $0) }),
      let code = error["code"]?.string, let message = error["message"]?.string
    {
      return .error(code: code, message: message)
    }
    // A link counts as encrypted by default.
    guard let link = extras["S.link"], extras["S.eventId"] == eventID,
      extras["B.encryptionEnabled"] == "false"
    else { return .cancelled }
    return .answer(requestURI: link)
  }
}

import EmuHTTP
import EmuJSON

/// The result of the Web SDK in a Cordova app for the address that opens the app, by
/// docs/reference/sdk-callbacks.md.
enum CordovaCallback: Equatable {
  /// "No auth event".
  case none
  case answer(requestURI: String)
  case error(code: String)

  init(_ url: String, package: String) {
    guard url.lowercased().hasPrefix(package.lowercased() + "://") else {
      self = .none
      return
    }
    let deepLink = Self.field("deep_link_id", of: url)
    let link = Self.field("link", of: url)
    let candidates = [
      deepLink.flatMap { Self.field("link", of: $0) }, deepLink,
      link.flatMap { Self.field("link", of: $0) }, link, url,
    ]
    guard let callback = candidates.compactMap({ $0 }).first, callback.contains("/__/auth/callback")
    else {
      self = .none
      return
    }
    if let error = Self.field("firebaseError", of: callback) {
      let body = try? JSON(parsing: PercentEncoding.decode(error))
      self = .error(code: body?["code"]?.string ?? "")
    } else {
      self = .answer(requestURI: callback)
    }
  }

  private static func field(_ name: String, of url: String) -> String? {
    guard let mark = url.firstIndex(of: "?") else { return nil }
    return FormFields(parsing: url[url.index(after: mark)...]).first(name)
  }
}

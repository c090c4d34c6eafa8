internal import EmuHTTP
internal import EmuJSON

/// The reason why the web sign-in page can neither continue nor return to an app.
struct VisitProblem: Error, Sendable {
  var title = "This page cannot sign a user in"
  var sentence: String
  var nextStep: String

  static func missing(_ name: String) -> VisitProblem {
    VisitProblem(
      sentence: "The address has no \(name).",
      nextStep: "SDKs open this page with apiKey, authType and providerId; open it through one, or "
        + "copy the whole address.")
  }

  /// - Parameter problem: of a parameter of the emulator.
  static func wrongParameter(_ problem: String) -> VisitProblem {
    VisitProblem(
      sentence: problem,
      nextStep: "Correct it in the address, or among the custom parameters of the provider.")
  }

  static func unknownAuthType(_ name: String) -> VisitProblem {
    VisitProblem(
      sentence: "The authType \(name.prefix(64)) is unknown.",
      nextStep: "It may be \(AuthType.allCases.map(\.rawValue).joined(separator: ", ")).")
  }

  static let noApp = VisitProblem(
    sentence: "The address names no app to return to.",
    nextStep:
      "The Web SDK sends appName, Apple's ibi with clientId or appId, Android's apn. Open the "
      + "page through an SDK.")

  static func wrongScheme(_ scheme: String) -> VisitProblem {
    VisitProblem(
      sentence: "The app's scheme would return to \(scheme.prefix(64)):, which no app has.",
      nextStep:
        "Apps on Apple's platforms have the reversed client id, app- with the Firebase app id, "
        + "or the bundle id as scheme.")
  }

  static func wrongRedirect(_ address: String) -> VisitProblem {
    VisitProblem(
      sentence: "The redirectUrl \(address.prefix(256)) is not a web address.",
      nextStep: "It must be absolute and begin with http:// or https://, as that of the page that "
        + "calls signInWithRedirect.")
  }

  static func wrongPackage(_ name: String) -> VisitProblem {
    VisitProblem(
      sentence: "apn \(name.prefix(64)) is not a package name.",
      nextStep: "A package name has letters, digits, '_' and '.', such as com.example.app.")
  }

  static let appDidNotOpen = VisitProblem(
    title: "The app did not open",
    sentence:
      "This address is for the app that began the sign-in; a browser can do nothing with it.",
    nextStep:
      "Register the app's URL scheme (Apple), install the app on this device (Android), or add the "
      + "custom scheme plugin (Cordova), and sign in again.")

  /// Returns the problem of a failed return, such as an app that is not installed.
  static func shown(_ error: String) -> VisitProblem {
    VisitProblem(
      sentence: String(error.prefix(512)),
      nextStep: "Check that the app is installed and registered for the return, and sign in again.")
  }

  /// Returns a page for browsers, and the official emulator's error format for programs.
  func response(to request: Request) -> Response {
    let acceptsPage = request.headers.all("Accept").contains {
      $0.lowercased().contains("text/html")
    }
    guard !acceptsPage else {
      return Page(title).response(
        "<p role=\"alert\">\(sentence)</p>\n<p>\(nextStep)</p>", status: .badRequest)
    }
    let body: JSON = [
      "authEmulator": ["error": .string(sentence), "instructions": .string(nextStep)]
    ]
    return .json(body.serializedBytes(), status: .badRequest)
  }
}

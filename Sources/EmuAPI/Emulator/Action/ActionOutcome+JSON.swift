internal import EmuHTTP
internal import EmuJSON

extension ActionOutcome {
  /// Returns the response for a program, in the official emulator's shape: `{"authEmulator":{…}}`.
  ///
  /// - Parameter url: the link, to which a new password can be added.
  func json(url: String) -> Response {
    switch self {
    case .redirect(let location): return .redirect(to: location, status: .seeOther)
    case .done(let sentence, let email, let newEmail, _):
      var members: JSONObject = ["success": .string(sentence), "email": .string(email)]
      if let newEmail { members["newEmail"] = .string(newEmail) }
      return Self.response(members, .ok)
    case .requestsPassword(let email, let problem):
      return Self.response(
        [
          "error": .string(problem ?? "The new password is missing."),
          "instructions": .string(
            "To reset the password of \(email), call the URL below with the password in place of "
              + "\(ActionRequest.placeholder), or open it in a browser."),
          "urlTemplate": .string("\(url)&newPassword=\(ActionRequest.placeholder)"),
        ], .badRequest)
    case .failed(let failure):
      return Self.response(
        [
          "error": .string(failure.sentence), "instructions": .string(failure.nextStep),
          "code": .string(failure.code),
        ], .badRequest)
    }
  }

  private static func response(_ members: JSONObject, _ status: Status) -> Response {
    .json(JSON.object(["authEmulator": .object(members)]).serializedBytes(), status: status)
  }
}

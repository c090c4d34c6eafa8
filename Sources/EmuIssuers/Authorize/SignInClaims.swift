internal import EmuHTTP
internal import EmuJSON

/// Claims that a tester gives to the tokens of one sign-in, on its page or by a parameter.
enum SignInClaims {
  static let parameter = "emulator_claims"
  /// Of the JSON text, in bytes.
  private static let longest = 4096

  static func read(_ text: String?) throws(OAuthError) -> JSONObject? {
    if let problem = problem(of: text) {
      throw .invalidRequest("The parameter \(parameter) is wrong. \(problem)", problem: .malformed)
    }
    return text.flatMap { try? JSON(parsing: $0) }?.object
  }

  /// Returns the fields of a request with the valid claims that its page has typed.
  static func added(from form: FormFields, to fields: FormFields) -> FormFields {
    guard let typed = form.first(parameter), problem(of: typed) == nil else { return fields }
    var all = FormFields(fields.filter { $0.name != parameter })
    // Without the line breaks of a page, which a parameter cannot have.
    if let claims = try? JSON(parsing: typed) { all.add(parameter, claims.serialized()) }
    return all
  }

  /// Returns the problem with a text, as a sentence; nil for a valid one.
  static func problem(of text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    do {
      guard let claims = try JSON(parsing: text).object else {
        return "The claims of this sign-in are an object, such as {\"groups\": [\"dev\"]}."
      }
      return JSON.object(claims).serialized().utf8.count <= longest
        ? nil : "The claims of this sign-in have at most \(longest) bytes."
    } catch {
      return "The claims of this sign-in are not JSON: \(error.description)."
    }
  }
}

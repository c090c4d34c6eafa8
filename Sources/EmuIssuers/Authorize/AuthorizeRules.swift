internal import EmuHTTP

/// How one issuer's authorization endpoint differs from the plain one of OpenID Connect.
struct AuthorizeRules: Sendable {
  /// What `response_type` may be, whatever the order of its words.
  var responseTypes = ["code", "id_token", "code id_token"]
  /// What a request without `response_type` asks for; nil where every request names it.
  var impliedResponseType: String?
  /// What may stand between two scopes.
  var scopeSeparators: Set<Character> = [" "]
  /// The scopes that every consent covers, whether they are asked for or not.
  var impliedScopes: [String] = []
  /// Whether a request without `redirect_uri` means the first that is registered.
  var impliesRedirect = false
  /// Whether a challenge is looked at (RFC 7636).
  var knowsPKCE = true
  /// Whether there must be one.
  var needsPKCE = false
  /// Whether an ID token is sent only where a nonce was.
  var needsNonce = true
  /// Apple: whoever asks for a scope must take the answer as a form.
  var needsFormForScopes = false
  /// Whether the answer names the issuer (RFC 9207).
  var namesIssuer = false
  /// Whether the token endpoint tells the scopes.
  var tellsScope = false
  /// Whether they come beside a code as well.
  var tellsScopeWithCode = false
  /// Whether errors reach the client; where not, all but a cancel stay on the issuer's own page.
  var redirectsErrors = true
  /// The parameter that says who is meant.
  var hintParameter = "login_hint"
  /// What the client hears when the person gives up.
  var cancelError = "access_denied"
  /// What the client hears besides, in place of our own description.
  var cancelDetails = FormFields()
  /// What the page for a client that nobody knows says first.
  var unknownClient = "The client is unknown."
  /// `error` and first words of the page for a redirect URI that is not taken.
  var badRedirect = (code: "invalid_request", text: "The redirect_uri is not registered.")
  /// Scopes that the issuer refuses to know beside; nil when any may be asked for.
  var knownScopes: Set<String>?
  /// When a code gives a refresh token.
  var renewal = Renewal.always

  enum Renewal: Sendable {
    case always
    /// Google: for `access_type=offline`, at the first consent or with `prompt=consent`.
    case offlineAccess
    /// For a scope, such as `offline_access`.
    case scope(String)
  }

  /// The failures that the page offers beside a cancel.
  var failures: [String] {
    guard redirectsErrors else { return ["server_error"] }
    return [
      "server_error", "temporarily_unavailable", "unauthorized_client", "invalid_scope",
      "login_required", "interaction_required", "consent_required",
    ]
  }

  /// Whether the words are one of the response types.
  func allows(_ types: Set<ResponseType>) -> Bool {
    responseTypes.contains { Set($0.split(separator: " ").map(String.init)) == types.names }
  }
}

/// A word of `response_type`.
enum ResponseType: String, Sendable {
  case code
  case idToken = "id_token"
  case token
}

extension Set<ResponseType> {
  fileprivate var names: Set<String> { Set<String>(map(\.rawValue)) }
}

/// How the answer travels (OAuth 2.0 Multiple Response Types §2.1; Form Post Response Mode).
enum ResponseMode: String, Sendable, CaseIterable {
  case query, fragment
  case formPost = "form_post"
}

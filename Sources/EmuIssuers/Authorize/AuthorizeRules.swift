internal import EmuHTTP
internal import EmuModel

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
  /// The scopes of a request that names none.
  var scopesOfNone: [String] = []
  /// Whether a scope that RFC 6749 §3.3 has no letters for is refused.
  var checksScopeLetters = false
  /// Whether a request without `redirect_uri` means the first that is registered.
  var impliesRedirect = false
  /// Whether a challenge is looked at (RFC 7636).
  var knowsPKCE = true
  /// Whether the name of a method may be in either case, and a verifier shorter than RFC 7636 has it.
  var relaxesPKCE = false
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
  /// What `prompt` may say; nil when anything else is overlooked.
  var knownPrompts: Set<String>?
  /// Whether `resource` stands for all scopes of an API, as it did before there were scopes.
  var readsResource = false
  /// Whether discovery tells of challenges.
  var announcesPKCE = true
  /// Whether asking for a choice makes a hint void.
  var choiceVoidsHint = false
  /// The hosts of plain http addresses, whose port does not matter (RFC 8252 §7.3).
  var loopbackHosts: Set<String> = ["127.0.0.1", "[::1]"]
  /// Whether plain http is for loopback alone, where providers must be configured.
  var wantsTLS = false
  /// The longest redirect URI, in bytes.
  var longestRedirectURI = 2048
  /// Whether an address without a path gets a slash, in a query and in a fragment.
  var endsHostsWithSlash = false
  /// What a `response_type` is answered with that the issuer does not have.
  var unknownResponseType = "unsupported_response_type"
  /// Failures that the page offers beside the common ones, with what each is called.
  var moreFailures: [(code: String, label: String)] = []
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

    /// Whether a grant of the scopes can be renewed, however it was asked for.
    func mayCover(_ scopes: Scopes) -> Bool {
      guard case .scope(let name) = self else { return true }
      return scopes.names.contains(name)
    }
  }

  /// The failures that the page offers beside a cancel, with what each is called.
  var failures: [(code: String, label: String)] {
    let plain =
      redirectsErrors
      ? [
        "server_error", "temporarily_unavailable", "unauthorized_client", "invalid_scope",
        "login_required", "interaction_required", "consent_required",
      ] : ["server_error"]
    return moreFailures + plain.map { ($0, $0) }
  }

  /// What is wrong with the letters of scopes, as a sentence.
  func problem(ofScopes names: [String]) -> String? {
    guard checksScopeLetters, let wrong = names.first(where: { !Scopes.isName($0) }) else {
      return nil
    }
    return "A scope is of visible ASCII without quotes and backslashes (RFC 6749 §3.3), which "
      + "\(wrong.prefix(128)) is not."
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

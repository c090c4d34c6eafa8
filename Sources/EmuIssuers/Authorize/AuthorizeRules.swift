internal import EmuHTTP
internal import EmuModel

/// The differences of an issuer's authorization endpoint from the one of OpenID Connect.
struct AuthorizeRules: Sendable {
  var responses = ResponseTypeRules()
  var scopes = ScopeRules()
  /// The check of challenges (RFC 7636); nil if they are ignored.
  var pkce: PKCERules? = PKCERules()
  var redirects = RedirectRules()
  var prompts = PromptRules()
  var failures = FailureRules()
  var needsNonce = true
  /// True if the parameter `claims` is read (OpenID Connect Core §5.5).
  var readsClaims = false
  /// True if the response names the issuer (RFC 9207).
  var namesIssuer = false
  /// The condition for a refresh token.
  var renewal = Renewal.always

  enum Renewal: Sendable {
    case always
    /// Google: `access_type=offline`, at the first consent or with `prompt=consent`.
    case offlineAccess
    /// A scope, such as `offline_access`.
    case scope(String)

    /// Returns true if a grant of the scopes can be renewed.
    func mayCover(_ scopes: Scopes) -> Bool {
      guard case .scope(let name) = self else { return true }
      return scopes.names.contains(name)
    }
  }
}

/// The accepted values of `response_type`.
struct ResponseTypeRules: Sendable {
  /// The response types; the order of their words is irrelevant.
  var types = ["code", "id_token", "code id_token"]
  /// The response type of a request without one; nil if it is required.
  var implied: String?
  /// The error for an unsupported `response_type`.
  var unknown = "unsupported_response_type"

  func allow(_ words: Set<ResponseType>) -> Bool {
    types.contains { Set($0.split(separator: " ").map(String.init)) == Set(words.map(\.rawValue)) }
  }
}

struct PromptRules: Sendable {
  /// The parameter that names the expected person.
  var hint = "login_hint"
  /// The accepted values of `prompt`; nil if other values are ignored.
  var known: Set<String>?
  /// True if `prompt=select_account` invalidates a hint.
  var choiceVoidsHint = false
}

/// The errors of a request.
struct FailureRules: Sendable {
  /// True if errors are redirected to the client; otherwise all except a cancel stay on the
  /// issuer's page.
  var areRedirected = true
  var cancel = "access_denied"
  /// The provider's text and additional fields for a cancel.
  var cancelled: (text: String, more: FormFields)?
  /// The first words of the page for an unknown client.
  var unknownClient = "The client is unknown."
  /// Additional failures that the page offers, with their labels.
  var more: [(code: String, label: String)] = []

  /// The failures that the page offers beside a cancel, with their labels.
  var offered: [(code: String, label: String)] {
    let plain =
      areRedirected
      ? [
        "server_error", "temporarily_unavailable", "unauthorized_client", "invalid_scope",
        "login_required", "interaction_required", "consent_required",
      ] : ["server_error"]
    return more + plain.map { ($0, $0) }
  }
}

/// A word of `response_type`.
enum ResponseType: String, Sendable {
  case code
  case idToken = "id_token"
  case token
}

/// The response mode (OAuth 2.0 Multiple Response Types §2.1; Form Post Response Mode).
enum ResponseMode: String, Sendable, CaseIterable {
  case query, fragment
  case formPost = "form_post"
}

/// The syntax of scopes at one issuer, and the known ones.
struct ScopeRules: Sendable {
  var separators: Set<Character> = [" "]
  /// The scopes that every consent includes.
  var implied: [String] = []
  /// The default scopes.
  var ofNone: [String] = []
  /// The known scopes; nil if any scope is accepted.
  var known: Set<String>?
  /// Returns the refusal of scopes, at any endpoint; nil for accepted ones.
  var problem: @Sendable ([String]) -> OAuthError? = { _ in nil }
  /// True if `resource` is accepted for all scopes of an API, as before there were scopes.
  var readsResource = false
  /// True if a request with scopes requires the response mode `form_post`.
  var requireForm = false
  /// True if the token endpoint's response contains the scopes.
  var areInTokenAnswer = false
  /// True if an authorization response with a code contains the scopes.
  var comeWithCode = false

  /// The parameter with the scopes.
  var field: String { readsResource ? "resource" : "scope" }

  /// Returns the scopes that a request names in `scope` and, where it is read, in `resource`.
  func named(_ scope: String?, resource: String?) throws(OAuthError) -> [String] {
    let names =
      (scope ?? "").split { separators.contains($0) }.map(String.init)
      + (readsResource ? resource.map { ["\($0)/.default"] } ?? [] : [])
    if let problem = problem(names) { throw problem }
    return names
  }

  /// Returns scopes with those that every consent includes.
  func completed(_ names: [String]) -> Scopes {
    Scopes(names + implied.filter { !names.contains($0) })
  }

  /// Returns the refusal of scopes with characters outside RFC 6749 §3.3.
  static func problemOfCharacters(_ names: [String]) -> OAuthError? {
    names.first { !Scopes.isName($0) }.map { wrong in
      OAuthError(
        "invalid_scope",
        "A scope is of visible ASCII without quotes and backslashes (RFC 6749 §3.3), which "
          + "\(wrong.prefix(128)) is not.")
    }
  }
}

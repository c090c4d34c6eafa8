internal import EmuHTTP
internal import EmuModel

/// How one issuer's authorization endpoint differs from the plain one of OpenID Connect.
struct AuthorizeRules: Sendable {
  /// What `response_type` may be.
  var responses = ResponseTypeRules()
  /// How scopes are written, and which there are.
  var scopes = ScopeRules()
  /// How challenges are checked (RFC 7636); nil where they are ignored.
  var pkce: PKCERules? = PKCERules()
  /// Where people may be sent.
  var redirects = RedirectRules()
  /// How people are asked for, and which of them is meant.
  var prompts = PromptRules()
  /// How a request fails.
  var failures = FailureRules()
  /// Whether an ID token is sent only where a nonce was.
  var needsNonce = true
  /// Whether the answer names the issuer (RFC 9207).
  var namesIssuer = false
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
}

/// What `response_type` may be.
struct ResponseTypeRules: Sendable {
  /// Whatever the order of the words.
  var types = ["code", "id_token", "code id_token"]
  /// What a request without `response_type` asks for; nil where every request names it.
  var implied: String?
  /// What a `response_type` is answered with that the issuer does not have.
  var unknown = "unsupported_response_type"

  /// Whether the words are one of the response types.
  func allow(_ words: Set<ResponseType>) -> Bool {
    types.contains { Set($0.split(separator: " ").map(String.init)) == words.names }
  }
}

/// How challenges are checked (RFC 7636).
struct PKCERules: Sendable {
  /// Whether the name of a method may be in either case, and a verifier shorter than RFC 7636 has it.
  var isRelaxed = false
  /// Whether there must be one.
  var isRequired = false
  /// Whether discovery announces the methods.
  var isAnnounced = true
}

/// Where people may be sent.
struct RedirectRules: Sendable {
  /// Whether a request without `redirect_uri` means the first that is registered.
  var impliesFirst = false
  /// The hosts of plain http addresses, whose port does not matter (RFC 8252 §7.3).
  var loopbackHosts: Set<String> = ["127.0.0.1", "[::1]"]
  /// Whether plain http is for loopback alone, where providers must be configured.
  var needTLS = false
  /// Whether an address needs https and a host name, where providers must be configured.
  var needPublicHost = false
  /// The longest redirect URI, in bytes.
  var longest = 2048
  /// Whether an address without a path gets a slash, in a query and in a fragment.
  var endHostsWithSlash = false
  /// `error` and first words of the page for a redirect URI that is not accepted.
  var refusal = (code: "invalid_request", text: "The redirect_uri is not registered.")
}

/// How people are asked for, and which of them is meant.
struct PromptRules: Sendable {
  /// The parameter that says who is meant.
  var hint = "login_hint"
  /// What `prompt` may say; nil when anything else is ignored.
  var known: Set<String>?
  /// Whether asking for a choice makes a hint void.
  var choiceVoidsHint = false
}

/// How a request fails.
struct FailureRules: Sendable {
  /// Whether errors reach the client; where not, all but a cancel stay on the issuer's own page.
  var areRedirected = true
  /// What the client receives when the person gives up.
  var cancel = "access_denied"
  /// What the page for an unknown client says first.
  var unknownClient = "The client is unknown."
  /// Failures that the page offers beside the common ones, with what each is called.
  var more: [(code: String, label: String)] = []

  /// The failures that the page offers beside a cancel, with what each is called.
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

extension Set<ResponseType> {
  fileprivate var names: Set<String> { Set<String>(map(\.rawValue)) }
}

/// How the answer travels (OAuth 2.0 Multiple Response Types §2.1; Form Post Response Mode).
enum ResponseMode: String, Sendable, CaseIterable {
  case query, fragment
  case formPost = "form_post"
}

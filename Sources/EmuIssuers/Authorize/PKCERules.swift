internal import EmuCrypto
internal import EmuHTTP
internal import EmuModel

/// The check of challenges (RFC 7636).
struct PKCERules: Sendable {
  /// True if method names are case-insensitive and a verifier may be shorter than in RFC 7636.
  var isRelaxed = false
  var isRequired = false
  /// True if discovery announces the methods.
  var isAnnounced = true

  enum VerifierProblem: Error, Sendable, Hashable {
    case unrequested, missing, malformed, mismatch

    var reason: String {
      switch self {
      case .unrequested:
        "A code_verifier was sent for a code that was requested without code_challenge."
      case .missing: "The code_verifier is missing."
      case .malformed:
        "A code_verifier is 43 to 128 letters, digits, '-', '.', '_' and '~'."
      case .mismatch:
        "The code_verifier is not the one that the code_challenge was made from."
      }
    }
  }

  /// Returns the challenge of an authorization request; nil without one.
  func challenge(_ parameters: FormFields) throws(OAuthError) -> CodeChallenge? {
    let methodName = parameters.filled("code_challenge_method")
    guard let value = parameters.filled("code_challenge") else {
      guard methodName == nil else {
        throw .invalidRequest(
          "code_challenge_method requires a code_challenge.", problem: .challenge)
      }
      return nil
    }
    guard let method = method(named: methodName ?? "plain") else {
      throw .invalidRequest(
        "code_challenge_method may be S256 or plain, in just these letters.", problem: .challenge)
    }
    let isGood =
      method == .s256 ? value.utf8.count == 43 && Self.isText(value) : isVerifier(value)
    guard isGood else {
      throw .invalidRequest(
        method == .s256
          ? "An S256 code_challenge is 43 characters of base64url without padding."
          : "A plain code_challenge is 43 to 128 letters, digits, '-', '.', '_' and '~'.",
        problem: .challenge)
    }
    return CodeChallenge(method: method, value: value)
  }

  /// Returns the reason to reject a verifier; nil if it matches the challenge.
  ///
  /// A verifier for a code without a challenge is rejected too (RFC 9700 §2.1.1): an attacker may
  /// have removed the challenge from the request.
  func problem(verifier: String?, challenge: CodeChallenge?) -> VerifierProblem? {
    guard let challenge else { return verifier == nil ? nil : .unrequested }
    guard let verifier else { return .missing }
    guard isVerifier(verifier) else { return .malformed }
    let computed =
      switch challenge.method {
      case .plain: verifier
      case .s256: Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8)))
      }
    return ConstantTime.areEqual(Array(computed.utf8), Array(challenge.value.utf8))
      ? nil : .mismatch
  }

  private func method(named name: String) -> CodeChallenge.Method? {
    guard isRelaxed else { return CodeChallenge.Method(rawValue: name) }
    return CodeChallenge.Method.allCases.first {
      $0.rawValue.lowercased() == name.lowercased()
    }
  }

  private func isVerifier(_ text: String) -> Bool {
    ((isRelaxed ? 1 : 43)...128).contains(text.utf8.count) && Self.isText(text)
  }

  /// Returns true for unreserved characters only (RFC 7636 §4.1).
  private static func isText(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0.isLetterOrDigit || "-._~".utf8.contains($0) }
  }
}

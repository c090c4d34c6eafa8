internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// A sign-in that `createAuthUri` began, as the `state` that travels through the provider.
///
/// It is a ``SealedText``: self-contained, so that nothing need be kept for sign-ins that nobody
/// finishes.
struct IdpSession: Sendable, Hashable {
  var project: String
  var tenant: String?
  var providerID: String
  /// The hash of what only the app that began the sign-in knows.
  var sessionDigest: String
  /// Where the provider sends the browser back to.
  var redirectURI: String
  /// What the app wants to be told again.
  var appContext: String?
}

extension IdpSession {
  private static let purpose = "redirect session"

  var sealed: String {
    var writer = JSONTextWriter(capacity: 256)
    writer.beginObject()
    writer.member("project", project)
    writer.member("tenant", tenant)
    writer.member("provider", providerID)
    writer.member("session", sessionDigest)
    writer.member("redirect", redirectURI)
    writer.member("context", appContext)
    writer.endObject()
    return SealedText.seal(writer.bytes, as: Self.purpose, project: project)
  }

  /// Reads a state; nil for one that `createAuthUri` did not make, such as an app's own.
  init?(sealed: String) {
    guard let (project, fields) = SealedText.open(sealed, as: Self.purpose),
      let providerID = fields["provider"]?.string, let digest = fields["session"]?.string,
      let redirectURI = fields["redirect"]?.string
    else { return nil }
    self.init(
      project: project, tenant: fields["tenant"]?.string, providerID: providerID,
      sessionDigest: digest, redirectURI: redirectURI, appContext: fields["context"]?.string)
  }

  static func digest(of sessionID: String) -> String { Hashing.sha256Hex(sessionID) }

  /// The nonce of the session before it is hashed for the provider.
  static func rawNonce(of sessionID: String, project: String) -> String {
    Hex.encode(Seal(project: project, purpose: purpose).code(of: "nonce\n\(sessionID)"))
  }
}

// MARK: - Coming back

extension IdpSession {
  /// Why a request does not belong to the session, as a sentence; nil when it does.
  func problem(
    sessionID: String?, providerID: String, requestURI: String, in context: OperationContext
  ) -> String? {
    guard let sessionID else { return "the request has no sessionId" }
    guard Self.digest(of: sessionID) == sessionDigest else {
      return "the sessionId is not the one of the createAuthUri call that began the sign-in"
    }
    guard project == context.project.id, tenant == context.tenant?.id else {
      return "the sign-in began in another project or tenant"
    }
    guard self.providerID == providerID else {
      return "the sign-in began at \(self.providerID), not at \(providerID)"
    }
    let rest = requestURI.hasPrefix(redirectURI) ? requestURI.dropFirst(redirectURI.count) : "/"
    guard rest.first.map("?&#".contains) ?? true else {
      return "requestUri is not the continueUri \(redirectURI) of the createAuthUri call"
    }
    return nil
  }
}

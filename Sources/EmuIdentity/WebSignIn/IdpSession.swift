internal import EmuCrypto
internal import EmuJOSE

/// A sign-in that `createAuthUri` started, encoded in the `state` of the provider's redirect.
///
/// It is self-contained, so that abandoned sign-ins need no storage.
package struct IdpSession: SealedValue, Codable, Sendable, Hashable {
  package var project: String
  package var tenant: String?
  package var providerID: String
  /// The hash of the `sessionId` at the start of the sign-in.
  package var sessionDigest: String
  package var redirectURI: String
  /// The app's value, returned to it at the end.
  package var appContext: String?
  /// The SDK that opened the web sign-in page; nil where an app called `createAuthUri` itself.
  package var opener: WebSignInOpener?
  /// The id of the request of SAML.
  package var requestID: String?
  /// The address that the identity provider of SAML posts to.
  package var callbackURL: String?

  package init(
    project: String, tenant: String?, providerID: String, sessionID: String, redirectURI: String,
    appContext: String?
  ) {
    self.project = project
    self.tenant = tenant
    self.providerID = providerID
    sessionDigest = Self.digest(of: sessionID)
    self.redirectURI = redirectURI
    self.appContext = appContext
  }
}

extension IdpSession {
  package static let purpose = "redirect session"

  private static func digest(of sessionID: String) -> String {
    Digest.sha256.hex(sessionID)
  }

  /// The nonce of the session before it is hashed for the provider.
  package static func rawNonce(of sessionID: String, project: String) -> String {
    Hex.encode(Seal(project: project, purpose: purpose).code(of: "nonce\n\(sessionID)"))
  }
}

// MARK: - Coming back

extension IdpSession {
  /// Returns the `sessionId` at the start of the sign-in that matches the presented one.
  package func begun(with presented: String) -> String {
    opener?.sendsDigest == true ? Self.digest(of: presented) : presented
  }

  /// Returns the reason that a request does not belong to the session, as a sentence; nil when it
  /// does.
  package func problem(
    sessionID: String?, providerID: String, requestURI: String, project: String, tenant: String?
  ) -> String? {
    guard let sessionID else { return "the request has no sessionId" }
    guard Self.digest(of: begun(with: sessionID)) == sessionDigest else {
      return "the sessionId is not the one that began the sign-in"
    }
    guard self.project == project, self.tenant == tenant else {
      return "the sign-in began in another project or tenant"
    }
    guard self.providerID == providerID else {
      return "the sign-in began at \(self.providerID), not at \(providerID)"
    }
    let rest = requestURI.hasPrefix(redirectURI) ? requestURI.dropFirst(redirectURI.count) : "/"
    guard rest.first.map("?&#".contains) ?? true else {
      return "requestUri is not the address \(redirectURI) with which the sign-in began"
    }
    return nil
  }
}

/// The SDK that opens the web sign-in page, which determines the form of the result
/// (docs/reference/sdk-callbacks.md).
package enum WebSignInOpener: String, Codable, Sendable, Hashable, CaseIterable {
  /// An app on iOS, macOS or tvOS.
  case apple
  case android
  /// The Web SDK in a Cordova app.
  case cordova
  /// The Web SDK in a browser.
  case web

  /// True when the page is opened with the SHA-256 of the `sessionId` that `signInWithIdp` receives
  /// later.
  ///
  /// Android sends the text itself, and for the Web the page generates the id.
  var sendsDigest: Bool { self == .apple || self == .cordova }

  /// True when `autoCreate: false` of the next call applies: Android sends it for every sign-in.
  package var meansAutoCreate: Bool { self != .android }
}

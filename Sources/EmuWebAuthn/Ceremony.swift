internal import EmuCrypto
internal import EmuModel

/// A relying party's expectations of a ceremony.
package struct Ceremony: Sendable, Hashable {
  /// The issued challenge, in base64url without padding.
  package var challenge: String
  package var relyingPartyID: String
  /// The origins that may use the credentials. None: pages on the relying party's own domain or below
  /// it, over https or on this machine, and apps, which the system binds to the domain.
  package var origins: [String]
  /// True when the person must have been verified, not only present.
  package var needsUserVerification: Bool

  package init(
    challenge: String, relyingPartyID: String, origins: [String] = [],
    needsUserVerification: Bool = false
  ) {
    self.challenge = challenge
    self.relyingPartyID = relyingPartyID
    self.origins = origins
    self.needsUserVerification = needsUserVerification
  }

  /// The steps about client data: 7 to 11 of WebAuthn §7.1, 10 to 14 of WebAuthn §7.2.
  func check(_ data: ClientData, type: String) throws(WebAuthnError) {
    guard data.type == type else {
      throw WebAuthnError("the client data are of the type \(data.type), not \(type)")
    }
    guard data.challenge == challenge else {
      throw WebAuthnError("the client data carry another challenge")
    }
    guard admits(data.origin) else {
      throw WebAuthnError(
        "the origin \(data.origin) may not use passkeys of \(relyingPartyID)")
    }
    guard !data.isCrossOrigin else {
      throw WebAuthnError(
        "a frame of the origin \(data.origin) inside another origin's page asked")
    }
  }

  /// The steps about authenticator data that both ceremonies share: steps 14 to 18 of
  /// WebAuthn §7.1, 16 to 20 of WebAuthn §7.2.
  func check(_ data: AuthenticatorData) throws(WebAuthnError) {
    guard data.relyingPartyHash == Digest.sha256.hash(Array(relyingPartyID.utf8)) else {
      throw WebAuthnError(
        "the authenticator answers for another domain than \(relyingPartyID)")
    }
    guard data.flags.contains(.userPresent) else {
      throw WebAuthnError("the user-present flag is not set")
    }
    guard !needsUserVerification || data.flags.contains(.userVerified) else {
      throw WebAuthnError("the user-verified flag is not set")
    }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw WebAuthnError(
        "a passkey that cannot be backed up says that it is")
    }
  }

  /// - Parameter origin: as the client data has it, such as `https://example.com:8443` or
  ///   `android:apk-key-hash:…`.
  package func admits(_ origin: String) -> Bool {
    guard origins.isEmpty else { return origins.contains(origin) }
    if Self.appPrefixes.contains(where: origin.hasPrefix) { return true }
    guard let url = AbsoluteURL(origin), url.isWeb, url.rest.isEmpty, !url.authority.contains("@")
    else { return false }
    let (host, domain) = (url.host, relyingPartyID.lowercased())
    // A browser writes names in ASCII, and no relying party has an IP address.
    guard host == domain || host.hasSuffix("." + domain), host.utf8.allSatisfy({ $0 < 128 }) else {
      return false
    }
    return url.scheme == "https" || host == "localhost" || host.hasSuffix(".localhost")
  }

  private static let appPrefixes = ["android:apk-key-hash:", "ios:bundle-id:"]
}

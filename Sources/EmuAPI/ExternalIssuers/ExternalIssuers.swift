internal import EmuJOSE
internal import EmuModel
internal import Synchronization

/// A cache of the metadata of external issuers.
///
/// An entry is valid for ten minutes of the emulator's clock. The cache has at most 64 issuers.
final class ExternalIssuers: Sendable {
  struct Issuer: Sendable {
    var authorizationEndpoint: String?
    var tokenEndpoint: String?
    var scopes: [String]
    /// True if the client's secret is sent in the form, because the issuer does not accept the
    /// header.
    var sendsSecretInForm: Bool
    var keys: [VerificationKey]
    var fetchedAt: Timestamp
  }

  private static let lifetime = Duration.seconds(600)
  private static let interval = Duration.seconds(30)
  private static let limit = 64

  private let known = Mutex<[String: Issuer]>([:])

  /// Returns the cached metadata; nil if the issuer must be called.
  ///
  /// - Parameter kid: the key id of the token. An unknown key causes a call, if the last answer is
  ///   older than half a minute.
  func issuer(_ name: String, kid: String?, now: Timestamp) -> Issuer? {
    guard let issuer = known.withLock({ $0[name] }) else { return nil }
    // A clock that was set back invalidates an entry.
    let age = now.since(issuer.fetchedAt)
    let isKnown = kid == nil || issuer.keys.contains { $0.kid == kid || $0.kid == nil }
    return age >= .zero && age < (isKnown ? Self.lifetime : Self.interval) ? issuer : nil
  }

  func keep(_ issuer: Issuer, for name: String) {
    known.withLock { known in
      if known.count >= Self.limit, known[name] == nil { known.removeAll() }
      known[name] = issuer
    }
  }
}

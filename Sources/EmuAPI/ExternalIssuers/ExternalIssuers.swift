internal import EmuJOSE
internal import EmuModel
internal import Synchronization

/// A cache of the metadata of external issuers.
///
/// An entry is valid for ten minutes of the emulator's clock. After a failed or useless fetch, the
/// issuer is not called for half a minute, so that many tokens do not cause many calls. The cache
/// has at most 64 issuers.
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

  /// The reason for the absence of metadata, as a sentence with the next step.
  struct Failure: Error {
    var reason: String
    var at: Timestamp
  }

  private static let lifetime = Duration.seconds(600)
  static let interval = Duration.seconds(30)
  private static let limit = 64

  /// The last useful answer of an issuer, and the failure after it.
  private struct Entry {
    var issuer: Issuer?
    var failure: Failure?
  }

  private let known = Mutex<[String: Entry]>([:])

  /// Returns the cached metadata; nil if the issuer must be called.
  ///
  /// - Parameter kid: the key id of the token. An unknown key causes a call, at most once in half a
  ///   minute.
  func issuer(_ name: String, kid: String?, now: Timestamp) -> Result<Issuer, Failure>? {
    guard let entry = known.withLock({ $0[name] }) else { return nil }
    // A clock that was set back invalidates an entry.
    if let issuer = entry.issuer {
      let age = now.since(issuer.fetchedAt)
      let isKnown = kid == nil || issuer.keys.contains { $0.kid == kid || $0.kid == nil }
      if age >= .zero, age < (isKnown ? Self.lifetime : Self.interval) { return .success(issuer) }
    }
    if let failure = entry.failure {
      let age = now.since(failure.at)
      if age >= .zero, age < Self.interval { return .failure(failure) }
    }
    return nil
  }

  /// Stores the result of a call. After a failed one, earlier metadata stay valid.
  func keep(_ result: Result<Issuer, Failure>, for name: String) {
    known.withLock { known in
      if known.count >= Self.limit, known[name] == nil { known.removeAll() }
      switch result {
      case .success(let issuer): known[name] = Entry(issuer: issuer)
      case .failure(let failure): known[name, default: Entry()].failure = failure
      }
    }
  }
}

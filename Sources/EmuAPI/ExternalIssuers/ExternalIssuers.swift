internal import EmuJOSE
internal import EmuModel
internal import Synchronization

/// What is known of the issuers on other servers that projects have configured.
///
/// Kept for ten minutes of the emulator's clock. An issuer that was asked in vain, for the first time
/// or for a key that is not known, is left in peace for half a minute, so that a stream of tokens
/// does not become a stream of calls. At most 64 issuers are kept.
final class ExternalIssuers: Sendable {
  struct Issuer: Sendable {
    var authorizationEndpoint: String?
    var tokenEndpoint: String?
    /// Whether the client's secret goes into the form, since the header is not taken.
    var wantsSecretInForm: Bool
    var keys: [VerificationKey]
    /// When the keys were fetched.
    var fetchedAt: Timestamp
  }

  /// Why nothing is known, as a sentence that names the next step.
  struct Failure: Error {
    var because: String
    var at: Timestamp
  }

  private static let lifetime = Duration.seconds(600)
  static let interval = Duration.seconds(30)
  private static let limit = 64

  /// What the last question that was of use brought, and the one after it that was not.
  private struct Entry {
    var issuer: Issuer?
    var failure: Failure?
  }

  private let known = Mutex<[String: Entry]>([:])

  /// What is known of an issuer; nil when it has to be asked.
  ///
  /// - Parameter kid: the key that the token names; an issuer that has got new keys is asked again, but not
  ///   all the time.
  func issuer(_ name: String, kid: String?, now: Timestamp) -> Result<Issuer, Failure>? {
    guard let entry = known.withLock({ $0[name] }) else { return nil }
    // A clock that was set back makes an entry as good as none.
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

  /// Notes what an issuer published.
  func keep(_ issuer: Issuer, for name: String) {
    note(name) { $0 = Entry(issuer: issuer) }
  }

  /// Notes that an issuer was asked in vain; what it published before stays as good as it was.
  func keep(_ failure: Failure, for name: String) {
    note(name) { $0.failure = failure }
  }

  private func note(_ name: String, _ change: (inout Entry) -> Void) {
    known.withLock { known in
      if known.count >= Self.limit, known[name] == nil { known.removeAll() }
      change(&known[name, default: Entry()])
    }
  }
}

internal import EmuJOSE
internal import EmuModel
internal import Synchronization

/// What is known of the issuers on other servers that projects have configured.
///
/// Kept for ten minutes of the emulator's clock, and for half a minute when it was of no use, so
/// that a stream of tokens does not become a stream of calls. At most 64 issuers are kept.
final class ExternalIssuers: Sendable {
  struct Issuer: Sendable {
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

  private let known = Mutex<[String: Result<Issuer, Failure>]>([:])

  /// What is known of an issuer; nil when it has to be asked.
  ///
  /// - Parameter kid: the key that is wanted; an issuer that has got new keys is asked again, but not
  ///   all the time.
  func issuer(_ name: String, kid: String?, now: Timestamp) -> Result<Issuer, Failure>? {
    guard let entry = known.withLock({ $0[name] }) else { return nil }
    switch entry {
    case .success(let issuer):
      let age = now.since(issuer.fetchedAt)
      let isKnown = kid == nil || issuer.keys.contains { $0.kid == kid }
      // A clock that was set back makes an entry as good as none.
      guard age >= .zero, age < (isKnown ? Self.lifetime : Self.interval) else { return nil }
    case .failure(let failure):
      let age = now.since(failure.at)
      guard age >= .zero, age < Self.interval else { return nil }
    }
    return entry
  }

  func keep(_ entry: Result<Issuer, Failure>, for name: String) {
    known.withLock { known in
      if known.count >= Self.limit, known[name] == nil { known.removeAll() }
      known[name] = entry
    }
  }
}

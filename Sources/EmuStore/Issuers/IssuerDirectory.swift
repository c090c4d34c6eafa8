package import EmuModel
internal import Synchronization

/// The options of the built-in issuers, cached in memory, since every token reads them.
///
/// Options are stored first, and cached after the commit.
final class IssuerDirectory: Sendable {
  private struct State {
    var options: [String: IssuerOptions]?
    /// Counts changes, so that a result read before a change is not cached after it.
    var version = 0
  }

  private let state = Mutex(State())

  /// Invalidates the cache, after a commit that changed the options.
  func invalidate() {
    state.withLock { state in
      state.options = nil
      state.version += 1
    }
  }

  /// Returns the stored options; nil when the store cannot be read, which then fails the request
  /// with its own error.
  fileprivate func options(from store: Store) -> [String: IssuerOptions]? {
    let (known, version) = state.withLock { ($0.options, $0.version) }
    if let known { return known }
    guard let stored = try? store.read({ try $0.issuerOptions() }) else { return nil }
    return state.withLock { state in
      guard state.version == version else { return stored }
      state.options = stored
      return stored
    }
  }
}

extension Store {
  /// Returns the options of an issuer.
  package func options(ofIssuer id: String) -> IssuerOptions {
    issuers.options(from: self)?[id] ?? IssuerOptions()
  }

  /// Every issuer that has options, in the order of the ids.
  package var issuersWithOptions: [String] {
    issuers.options(from: self)?.keys.sorted() ?? []
  }
}

package import EmuModel
internal import Synchronization

/// The settings of our issuers, kept in memory, for every token asks for them.
///
/// What is set is stored first and taken over after the commit.
final class IssuerDirectory: Sendable {
  private struct State {
    var settings: [String: IssuerSettings]?
    /// Counts changes, so that what was read before one is not kept after it.
    var version = 0
  }

  private let state = Mutex(State())

  /// Forgets what is kept in memory, after a commit that changed it.
  func invalidate() {
    state.withLock { state in
      state.settings = nil
      state.version += 1
    }
  }

  /// What is stored; nil when the store cannot be read, which then refuses the request in its own
  /// words.
  fileprivate func settings(from store: Store) -> [String: IssuerSettings]? {
    let (known, version) = state.withLock { ($0.settings, $0.version) }
    if let known { return known }
    guard let stored = try? store.read({ try $0.issuerSettings() }) else { return nil }
    return state.withLock { state in
      guard state.version == version else { return stored }
      state.settings = stored
      return stored
    }
  }
}

extension Store {
  /// What is set of an issuer.
  package func settings(ofIssuer id: String) -> IssuerSettings {
    issuers.settings(from: self)?[id] ?? IssuerSettings()
  }

  /// Every issuer that has settings, in the order of the ids.
  package var issuersWithSettings: [String] {
    issuers.settings(from: self)?.keys.sorted() ?? []
  }
}

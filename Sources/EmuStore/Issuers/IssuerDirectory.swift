package import EmuModel
internal import Synchronization

/// The settings and faults of our issuers, kept in memory, for every token asks for them.
///
/// What is set is stored first and taken over after the commit. How often a fault has happened is
/// counted here and stored behind, so that nobody waits for it.
final class IssuerDirectory: Sendable {
  private struct State {
    var settings: [String: IssuerSettings] = [:]
    var faults: [String: [IssuerFault]] = [:]
    var isLoaded = false
    /// Counts changes, so that what was read before one is not kept after it.
    var version = 0
  }

  private let state = Mutex(State())

  /// Forgets what is kept in memory, after a commit that changed it.
  func invalidate() {
    state.withLock { state in state = State(version: state.version + 1) }
  }
}

extension Store {
  /// What is set of an issuer.
  package func settings(ofIssuer id: String) -> IssuerSettings {
    issuers.loaded(from: self).settings[id] ?? IssuerSettings()
  }

  /// Every issuer that has settings, in the order of the ids.
  package var issuersWithSettings: [String] {
    issuers.loaded(from: self).settings.keys.sorted()
  }

  /// The faults of an issuer, in the order in which they were set.
  package func faults(ofIssuer id: String) -> [IssuerFault] {
    issuers.loaded(from: self).faults[id] ?? []
  }

  /// Takes the faults that concern something; each has happened once more then.
  package func takeFaults(
    ofIssuer id: String, where concerns: (IssuerFault) -> Bool
  ) -> [IssuerFault] {
    let names = faults(ofIssuer: id).filter(concerns).map(\.id)
    guard !names.isEmpty else { return [] }
    let taken = issuers.take(id, names: names)
    for fault in taken {
      guard let remaining = fault.remaining else { continue }
      write {
        try $0.store(remaining: remaining, ofFault: fault.id)
      } completion: { _ in
      }
    }
    return taken
  }
}

extension IssuerDirectory {
  fileprivate typealias Loaded = (
    settings: [String: IssuerSettings], faults: [String: [IssuerFault]]
  )

  fileprivate func loaded(from store: Store) -> Loaded {
    let (known, version) = state.withLock { state -> (Loaded?, Int) in
      (state.isLoaded ? (state.settings, state.faults) : nil, state.version)
    }
    if let known { return known }
    // A store that cannot be read refuses the request itself, in its own words.
    guard
      let read = try? store.read({ reader -> Loaded in
        (try reader.issuerSettings(), try reader.issuerFaults())
      })
    else { return ([:], [:]) }
    state.withLock { state in
      guard state.version == version else { return }
      state.settings = read.settings
      state.faults = read.faults
      state.isLoaded = true
    }
    return read
  }

  /// - Returns: the faults with what remains of them now.
  fileprivate func take(
    _ issuer: String, names: [String]
  ) -> [IssuerFault] {
    state.withLock { state in
      var taken: [IssuerFault] = []
      var left: [IssuerFault] = []
      for var fault in state.faults[issuer] ?? [] {
        guard names.contains(fault.id) else {
          left.append(fault)
          continue
        }
        if let remaining = fault.remaining { fault.remaining = remaining - 1 }
        taken.append(fault)
        if fault.remaining != 0 { left.append(fault) }
      }
      state.faults[issuer] = left
      return taken
    }
  }
}

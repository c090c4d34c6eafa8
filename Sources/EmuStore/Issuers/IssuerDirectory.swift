package import EmuModel
internal import Synchronization

/// The settings and faults of our issuers, kept in memory, for every token asks for them.
///
/// What is set is stored first and taken over after the commit. How often a fault has happened is
/// counted here and stored behind, so that nobody waits for it.
final class IssuerDirectory: Sendable {
  /// What was stored at one moment; of the faults, those that still happen.
  struct Content: Sendable {
    var settings: [String: IssuerSettings] = [:]
    var faults: [String: [IssuerFault]] = [:]
    /// The change after which it was read.
    fileprivate var version = 0
  }

  private struct State {
    var content: Content?
    /// How often counted faults still happen, by id. It outlives what is read anew, for the store
    /// learns of a count after the fault has happened; the smaller of both is true.
    var remaining: [String: Int] = [:]
    /// Counts changes, so that what was read before one is not kept after it.
    var version = 0

    /// Takes over what was read, unless it is out of date or another thread was faster.
    ///
    /// - Returns: what is to be gone by.
    mutating func keep(
      _ stored: Content
    ) -> Content {
      var current = stored
      current.faults = stored.faults.mapValues { faults in faults.compactMap(counted) }
      guard stored.version == version else { return current }
      if let content { return content }
      content = current
      // A fault that is not in the store any more never happens again.
      let ids = Set(stored.faults.values.joined().map(\.id))
      remaining = remaining.filter { ids.contains($0.key) }
      return current
    }

    private func counted(_ fault: IssuerFault) -> IssuerFault? {
      var fault = fault
      if let stored = fault.remaining {
        fault.remaining = min(stored, remaining[fault.id] ?? stored)
      }
      return fault.remaining == 0 ? nil : fault
    }

    mutating func take(_ names: [String], of issuer: String) -> [IssuerFault] {
      var taken: [IssuerFault] = []
      var left: [IssuerFault] = []
      for var fault in content?.faults[issuer] ?? [] {
        guard names.contains(fault.id) else {
          left.append(fault)
          continue
        }
        if let times = fault.remaining {
          fault.remaining = times - 1
          remaining[fault.id] = times - 1
        }
        taken.append(fault)
        if fault.remaining != 0 { left.append(fault) }
      }
      content?.faults[issuer] = left
      return taken
    }
  }

  private let state = Mutex(State())

  /// Forgets what is kept in memory, after a commit that changed it.
  ///
  /// - Parameter fault: the id of a fault that was put, whose count begins anew.
  func invalidate(putting fault: String? = nil) {
    state.withLock { state in
      state.content = nil
      state.version += 1
      if let fault { state.remaining[fault] = nil }
    }
  }
}

extension Store {
  /// What is set of an issuer.
  package func settings(ofIssuer id: String) -> IssuerSettings {
    issuers.content(from: self)?.settings[id] ?? IssuerSettings()
  }

  /// Every issuer that has settings, in the order of the ids.
  package var issuersWithSettings: [String] {
    issuers.content(from: self)?.settings.keys.sorted() ?? []
  }

  /// The faults of an issuer, in the order in which they were set.
  package func faults(ofIssuer id: String) -> [IssuerFault] {
    issuers.content(from: self)?.faults[id] ?? []
  }

  /// Takes the faults that concern something; each has happened once more then.
  ///
  /// - Parameter concerns: asked again when the faults change meanwhile.
  package func takeFaults(
    ofIssuer id: String, where concerns: (IssuerFault) -> Bool
  ) -> [IssuerFault] {
    while let content = issuers.content(from: self) {
      let names = (content.faults[id] ?? []).filter(concerns).map(\.id)
      guard !names.isEmpty else { return [] }
      guard let taken = issuers.take(names, of: id, as: content) else { continue }
      for fault in taken {
        guard let remaining = fault.remaining else { continue }
        write {
          try $0.store(remaining: remaining, ofFault: fault.id)
        } completion: { _ in
        }
      }
      return taken
    }
    return []
  }
}

extension IssuerDirectory {
  /// What is stored; nil when the store cannot be read, which then refuses the request in its own
  /// words.
  fileprivate func content(from store: Store) -> Content? {
    let (known, version) = state.withLock { ($0.content, $0.version) }
    if let known { return known }
    let stored = try? store.read { reader in
      Content(
        settings: try reader.issuerSettings(), faults: try reader.issuerFaults(), version: version)
    }
    guard let stored else { return nil }
    return state.withLock { $0.keep(stored) }
  }

  /// - Returns: the faults with what remains of them now; nil when something has changed since.
  fileprivate func take(
    _ names: [String], of issuer: String, as content: Content
  ) -> [IssuerFault]? {
    state.withLock { state in
      guard state.version == content.version else { return nil }
      return state.take(names, of: issuer)
    }
  }
}

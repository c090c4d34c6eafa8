package import EmuModel

extension Store {
  /// Whether any fault is set; one flag is read while none is.
  package var hasFaults: Bool {
    !faultDirectory.isKnownEmpty && faultContent?.faults.isEmpty == false
  }

  /// The faults that are left, in the order in which they were set.
  package func faults(at now: Timestamp) -> [Fault] {
    faultContent?.faults.filter { !$0.isOver(at: now) } ?? []
  }

  /// Takes the faults that concern something and happen; each has happened once more then.
  ///
  /// - Parameter concerns: is called again when the faults change meanwhile.
  package func takeFaults(at now: Timestamp, where concerns: (Fault) -> Bool) -> [Fault] {
    while !faultDirectory.isKnownEmpty, let content = faultContent {
      let over = Set(content.faults.filter { $0.isOver(at: now) }.map(\.id))
      let met = Set(
        content.faults.filter { !over.contains($0.id) && concerns($0) }.map(\.id))
      guard !met.isEmpty || !over.isEmpty else { return [] }
      guard let taken = faultDirectory.take(met, dropping: over, as: content) else { continue }
      for fault in taken { storeCount(fault.remaining, of: fault.id) }
      for id in over { storeCount(0, of: id) }
      return taken
    }
    return []
  }

  private func storeCount(_ remaining: Int?, of id: String) {
    guard let remaining else { return }
    write {
      try $0.store(remaining: remaining, ofFault: id)
    } completion: { _ in
    }
  }

  /// What is stored; nil when the store cannot be read, which then refuses the request in its own
  /// words.
  private var faultContent: FaultDirectory.Content? {
    let (known, version) = faultDirectory.content
    if let known { return known }
    guard let stored = try? read({ try $0.faults() }) else { return nil }
    return faultDirectory.keep(stored, version: version)
  }
}

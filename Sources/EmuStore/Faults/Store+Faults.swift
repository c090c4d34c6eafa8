package import EmuModel
internal import Synchronization

extension Store {
  /// Whether any fault is set; one flag is read while none is.
  package var hasFaults: Bool { !faultDirectory.isKnownEmpty && faultCount > 0 }

  /// How many faults are set.
  package var faultCount: Int {
    readFaults()
    return faultDirectory.count ?? 0
  }

  /// The faults that are left, in the order in which they were set.
  package func faults(at now: Timestamp) -> [Fault] {
    readFaults()
    return faultDirectory.faults.filter { !$0.isOver(at: now) }
  }

  /// Takes the faults that concern a request and happen; each has happened once more then.
  ///
  /// Both parameters are called again when the faults change meanwhile.
  ///
  /// - Parameters:
  ///   - values: what the request has of a field; called for the fields that faults name alone.
  ///   - concerns: what beside the fields decides about a fault.
  package func takeFaults(
    at now: Timestamp, about values: (FaultField) -> [String] = { _ in [] },
    where concerns: (Fault) -> Bool
  ) -> [Fault] {
    while !faultDirectory.isKnownEmpty {
      readFaults()
      for id in faultDirectory.removeExpired(at: now) { storeCount(0, of: id) }
      let met = metFaults(values, concerns)
      guard !met.isEmpty else { return [] }
      guard let taken = faultDirectory.take(met) else { continue }
      for fault in taken { storeCount(fault.remaining, of: fault.id) }
      return taken
    }
    return []
  }

  /// The faults that a request meets, without those behind one that certainly answers in their place.
  private func metFaults(
    _ values: (FaultField) -> [String], _ concerns: (Fault) -> Bool
  ) -> [FaultIndex.Entry] {
    var known: [FaultField: [String]] = [:]
    func value(_ field: FaultField) -> [String] {
      if let value = known[field] { return value }
      let value = values(field)
      known[field] = value
      return value
    }
    var met: [FaultIndex.Entry] = []
    var isAnswered = false
    for entry in faultDirectory.candidates(value) {
      guard !(isAnswered && entry.replacesAnswer), !entry.isGone.load(ordering: .acquiring),
        concerns(entry.fault), entry.fault.match.fits(value)
      else { continue }
      met.append(entry)
      if entry.replacesAnswer, entry.fault.chance == nil { isAnswered = true }
    }
    return met
  }

  private func storeCount(_ remaining: Int?, of id: String) {
    guard let remaining else { return }
    write {
      try $0.store(remaining: remaining, ofFault: id)
    } completion: { _ in
    }
  }

  /// Reads what is stored, unless it is there. A store that cannot be read refuses the request in its own
  /// words.
  private func readFaults() {
    while let version = faultDirectory.missingVersion {
      guard let stored = try? read({ try $0.faults() }) else { return }
      faultDirectory.keep(stored, version: version)
    }
  }
}

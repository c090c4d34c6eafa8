package import EmuModel

extension Store {
  /// True when any fault is set; without faults, one flag is read.
  package var hasFaults: Bool { !faultDirectory.isEmpty && faultCounts.faults > 0 }

  package var faultCounts: (faults: Int, answers: Int) {
    faultDirectory.with { ($0.entries.count - $0.answerCount, $0.answerCount) }
  }

  /// Returns the remaining faults, in the order in which they were set.
  package func faults(at now: Timestamp) -> [Fault] {
    faultDirectory.with(\.faults).filter { !$0.isOver(at: now) && $0.answer == nil }
  }

  /// Returns the queued answers of an issuer, the next one first.
  package func answers(ofIssuer id: String) -> [TokenAnswer] {
    faultDirectory.with(\.faults).filter { $0.match.providerId == id }.compactMap(\.answer)
  }

  /// Takes the next answer out of the queue of an issuer.
  ///
  /// - Returns: nil for an empty queue.
  package func takeAnswer(ofIssuer id: String, at now: Timestamp) -> Fault? {
    takeFaults(at: now, about: { $0 == .provider ? [id] : [] }, where: { $0.answer != nil })
      .first
  }

  /// Consumes the faults that concern a request and happen, and counts them in memory.
  ///
  /// The caller stores the counts before the response: ``AppliedFaults``. Both parameters are called
  /// again when the faults change meanwhile.
  ///
  /// - Parameters:
  ///   - values: the request's values of a field; called once for a field that a fault has.
  ///   - concerns: the other conditions of a fault.
  package func takeFaults(
    at now: Timestamp, about values: (FaultField) -> [String] = { _ in [] },
    where concerns: (Fault) -> Bool
  ) -> [Fault] {
    while !faultDirectory.isEmpty {
      deleteExpired(faultDirectory.with { $0.removeExpired(at: now) })
      let met = appliedFaults(values, concerns)
      guard !met.isEmpty else { return [] }
      if let taken = faultDirectory.with({ $0.take(met) }) { return taken }
    }
    return []
  }

  /// Stores the uses of a request's faults that no transaction of the request has stored.
  ///
  /// - Parameter completion: called once, with the error of a failed change, after which the faults
  ///   have the uses back. It runs on the writer's thread, or immediately where nothing is to be stored.
  package func store(
    _ applied: AppliedFaults, then completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    guard !applied.unstored.isEmpty else { return completion(nil) }
    write(
      { writer in
        try writer.store(applied, in: self)
        return { completion(nil) }
      },
      failure: { error in
        self.giveBack(applied)
        completion(error)
      })
  }

  /// Returns the uses that were not stored to their faults.
  ///
  /// - Parameter isUnused: the faults to use again; by default all, as after a 503.
  package func giveBack(
    _ applied: AppliedFaults, where isUnused: (Fault) -> Bool = { _ in true }
  ) {
    faultDirectory.with { faults in
      for id in applied.withdraw(where: isUnused) { faults.giveBack(id) }
    }
  }

  /// Returns the faults that a request matches, without those after one that certainly replaces or
  /// orders the response.
  private func appliedFaults(
    _ values: (FaultField) -> [String], _ concerns: (Fault) -> Bool
  ) -> [FaultTable.Entry] {
    // Computed outside the lock: a body may be parsed for them.
    var known: [FaultField: [String]] = [:]
    func value(_ field: FaultField) -> [String] {
      if let value = known[field] { return value }
      let value = values(field)
      known[field] = value
      return value
    }
    var met: [FaultTable.Entry] = []
    var isAnswered = false
    for entry in faultDirectory.with(\.entries) {
      guard !(isAnswered && entry.isOnePerRequest), entry.fault.match.fits(value),
        concerns(entry.fault)
      else { continue }
      met.append(entry)
      if entry.isOnePerRequest, entry.fault.chance == nil { isAnswered = true }
    }
    return met
  }

  /// Frees the rows of expired faults; no response waits for it, since they never happen again.
  private func deleteExpired(_ ids: [String]) {
    guard !ids.isEmpty else { return }
    write(
      { writer in
        for id in ids { try writer.deleteFault(id) }
        return {}
      }, failure: { _ in })
  }

  func loadFaults() throws {
    let stored = try read { try $0.faults() }
    faultDirectory.with { $0 = FaultTable(stored) }
  }
}

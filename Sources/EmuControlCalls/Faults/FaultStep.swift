package import EmuHTTP
package import EmuModel
package import EmuStore
package import EmuThread

/// Lets requests meet the faults that are set: the step in front of every route.
///
/// While none is set it costs the reading of one flag. A fault that replaces the answer does so before
/// the route runs, so that the request has changed nothing; one that spoils or delays the answer lets
/// the route run first, as where an answer is lost on its way.
package struct FaultStep: Sendable {
  private let store: Store
  private let clock: EmulatorClock
  private let alarms: Alarms
  private let operations: OperationNames

  package init(
    store: Store, clock: EmulatorClock, alarms: Alarms, operations: OperationNames
  ) {
    self.operations = operations
    self.store = store
    self.clock = clock
    self.alarms = alarms
  }

  /// Answers a request at its route.
  package func answer(
    _ request: Request, at route: Route<Handler>, _ parameters: PathParameters
  ) -> Answer {
    let handler = route.payload
    guard store.hasFaults, !Self.isDoor(route) else { return handler.respond(request, parameters) }
    let target = FaultTarget(request, route, parameters, operations)
    let faults = store.takeFaults(
      at: clock.now, about: target.values, where: target.isConcerned)
    guard !faults.isEmpty else { return handler.respond(request, parameters) }
    var answer: Answer
    if let fault = faults.first(where: \.effect.replacesAnswer) {
      var response = FaultAnswer(fault.effect).response(at: route, request, parameters)
      response.annotations = Annotations(operation: route.name, project: target.subject.project)
      answer = .ready(response)
    } else {
      answer = handler.respond(request, parameters)
    }
    answer = answer.map { response in
      var response = response
      for fault in faults { FaultAnswer(fault.effect).spoil(&response) }
      response.annotations = (response.annotations ?? Annotations()).naming(faults)
      return response
    }
    let delay = faults.compactMap(\.effect.delayMilliseconds).reduce(0, +)
    return delay > 0 ? answer.heldBack(for: .milliseconds(delay), alarms) : answer
  }

  /// Whether a route is one of those that set, list and remove faults, which no fault reaches:
  /// otherwise one that concerns everything could not be removed.
  private static func isDoor(_ route: Route<Handler>) -> Bool {
    let path = route.pattern.text
    return [nil, "{issuer}"].map(FaultRegistry.door).contains { door in
      path == door || path.hasPrefix(door + "/")
    }
  }
}

extension Annotations {
  /// The same with the faults first.
  fileprivate func naming(_ faults: [Fault]) -> Annotations {
    var annotations = self
    annotations.decisions.insert(
      contentsOf: faults.map { fault in
        Note(
          Decision(
            .fault, fault.effect.replacesAnswer ? .refused : .chose,
            "The fault \(fault.id) was set: \(FaultAnswer(fault.effect).sentence). GET "
              + "\(FaultRegistry.door(ofIssuer: nil)) lists the faults that are left."))
      }, at: 0)
    return annotations
  }
}

extension Answer {
  /// The same answer, later. Its work is done at once, and no thread waits meanwhile.
  fileprivate func heldBack(for delay: Duration, _ alarms: Alarms) -> Answer {
    .later(
      Deferred { completion in
        switch self {
        case .ready(let response):
          alarms.after(delay) { completion { response } }
        case .later(let deferred):
          deferred.start { thunk in alarms.after(delay) { completion(thunk) } }
        }
      })
  }
}

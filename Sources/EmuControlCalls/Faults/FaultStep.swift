package import EmuHTTP
package import EmuModel
package import EmuStore
package import EmuThread

/// Applies faults to requests: the step before every route.
///
/// Without faults it costs the reading of one flag. The use of a counted fault is stored before the
/// route runs. A fault that replaces the response applies before the route runs too, so the request
/// changes nothing. One that corrupts or delays the response applies after the route, like a loss on
/// the network.
package struct FaultStep: Sendable {
  private let store: Store
  private let clock: EmulatorClock
  private let workers: Workers
  private let operations: OperationNames

  package init(
    store: Store, clock: EmulatorClock, workers: Workers, operations: OperationNames
  ) {
    self.operations = operations
    self.store = store
    self.clock = clock
    self.workers = workers
  }

  package func answer(
    _ request: Request, at route: Route<Handler>, _ parameters: PathParameters
  ) -> Answer {
    let handler = route.payload
    // A person or a test uses tools while an app meets faults, and would use up their number.
    guard store.hasFaults, !Self.isFaultCall(route), !request.isOfTool else {
      return handler.respond(request, parameters)
    }
    let applied = AppliedFaults()
    let (faults, project) = take(
      applied,
      for: FaultTarget(
        request: request, route: route, parameters: parameters, operations: operations))
    guard !faults.isEmpty else { return handler.respond(request, parameters) }
    @Sendable func answer() -> Answer {
      guard let fault = faults.first(where: \.effect.replacesAnswer) else {
        return applying(faults, to: handler.respond(request, parameters))
      }
      var response = fault.effect.response(at: route, request, parameters)
      response.annotations = Annotations(operation: route.name, project: project)
      return applying(faults, to: .ready(response))
    }
    guard !applied.unstored.isEmpty else { return answer() }
    return .made { [store, workers] deliver in
      @Sendable func refuse(_ reason: String) {
        deliver(.ready(route.refusal(.unavailable(reason), request, parameters)))
      }
      store.store(applied) { error in
        if let error { return refuse((error as? StoreError)?.message ?? String(describing: error)) }
        workers.resumptions.submit {
          deliver(answer())
        } refused: {
          refuse($0.message)
        }
      }
    }
  }

  /// Returns the faults that happen, and the project for the log of one that replaces the response.
  ///
  /// The target may contain the tree of a long body, so it ends here.
  private func take(
    _ applied: AppliedFaults, for target: FaultTarget
  ) -> (faults: [Fault], project: String?) {
    let faults = applied.faults(at: "route") {
      store.takeFaults(at: clock.now, about: target.values, where: target.isConcerned)
    }
    let isReplaced = faults.contains(where: \.effect.replacesAnswer)
    return (faults, isReplaced ? target.values(.project).first : nil)
  }

  private func applying(_ faults: [Fault], to answer: Answer) -> Answer {
    let answer = answer.map { response in
      var response = response
      for fault in faults { fault.effect.corrupt(&response) }
      response.annotations = (response.annotations ?? Annotations()).naming(faults)
      return response
    }
    let delay = faults.compactMap(\.effect.delayMilliseconds).reduce(0, +)
    return delay > 0 ? answer.delayed(for: .milliseconds(delay), workers.alarms) : answer
  }

  /// Returns true for the routes that manage faults, which no fault affects: otherwise a fault for
  /// everything could not be removed.
  private static func isFaultCall(_ route: Route<Handler>) -> Bool {
    let path = route.pattern.text
    return [nil, "{issuer}"].map(FaultLocations.path).contains { control in
      path == control || path.hasPrefix(control + "/")
    }
  }
}

extension Annotations {
  /// Returns the annotations with the faults first.
  fileprivate func naming(_ faults: [Fault]) -> Annotations {
    var annotations = self
    annotations.decisions.insert(
      contentsOf: faults.map { fault in
        Decision(
          .fault, fault.effect.replacesAnswer ? .refused : .chose,
          "The fault \(fault.id) was set: \(fault.effect.sentence). GET "
            + "\(FaultLocations.path(ofIssuer: nil)) lists the faults that are left.")
      }, at: 0)
    return annotations
  }
}

extension Answer {
  /// Returns the same response after a delay. Its work is done immediately, and no thread waits.
  fileprivate func delayed(for delay: Duration, _ alarms: Alarms) -> Answer {
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

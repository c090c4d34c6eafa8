package import EmuHTTP
package import EmuModel

/// One request as faults are compared with it.
struct FaultTarget {
  private let request: Request
  private let route: Route<Handler>
  private let parameters: PathParameters
  private let known = Once<any RequestSubject>()

  init(_ request: Request, _ route: Route<Handler>, _ parameters: PathParameters) {
    self.request = request
    self.route = route
    self.parameters = parameters
  }

  /// Worked out where the first fault asks, and kept for the others.
  var subject: any RequestSubject {
    known.value {
      route.payload.site?.subject(request, parameters) ?? PathSubject(parameters)
    }
  }

  /// Whether the answer to the request is what a fault concerns.
  func isConcerned(by fault: Fault) -> Bool {
    let match = fault.match
    guard !fault.spoilsTokens, !isControl || match.operation != nil || match.path != nil,
      match.endpoint == nil || match.endpoint == route.payload.site?.endpoint,
      match.operation.map({ NamePattern($0).matches(route.name) }) ?? true,
      match.path.map({ NamePattern($0).matches(request.path) }) ?? true
    else { return false }
    return match.fitsEveryRequest || match.names(subject)
  }

  /// The emulator's own calls. A test makes them itself, so that only a fault that names them by
  /// operation or path is meant for them.
  private var isControl: Bool {
    let path = route.pattern.text
    return path.hasPrefix(ControlEntry.root) || path == "/emulator/openapi.json" || path == "/"
      || path.hasPrefix("/emulator/ui")
  }
}

extension Fault.Match {
  /// Whether it fits every request, so that none has to be read.
  fileprivate var fitsEveryRequest: Bool {
    project == nil && providerID == nil && clientID == nil && sub == nil && localID == nil
      && email == nil
  }

  /// Whether a request is about whom it names.
  package func names(_ subject: some RequestSubject) -> Bool {
    (project == nil || project == subject.project)
      && (providerID == nil || providerID == subject.provider)
      && (clientID == nil || clientID == subject.clientID)
      && (sub == nil || sub == subject.accountSubject)
      && (localID.map { subject.localIDs.contains($0) } ?? true)
      && (email.map { subject.emails.contains($0) } ?? true)
  }
}

package import EmuHTTP
package import EmuModel

/// One request as faults are compared with it.
struct FaultTarget {
  private let request: Request
  private let route: Route<Handler>
  private let parameters: PathParameters
  private let operations: OperationNames
  private let known = Once<any RequestSubject>()

  init(
    _ request: Request, _ route: Route<Handler>, _ parameters: PathParameters,
    _ operations: OperationNames
  ) {
    self.request = request
    self.route = route
    self.parameters = parameters
    self.operations = operations
  }

  /// Worked out where the first fault asks, and kept for the others.
  var subject: any RequestSubject {
    known.value {
      route.payload.site?.subject(request, parameters) ?? PathSubject(parameters)
    }
  }

  /// What the request has of a field.
  func values(_ field: FaultField) -> [String] {
    switch field {
    case .operation: [route.name]
    case .endpoint: route.payload.site?.endpoint.map { [$0] } ?? []
    default: subject.faultValues(field)
    }
  }

  /// Whether a fault is about answers, and its patterns have the request.
  func isConcerned(by fault: Fault) -> Bool {
    let match = fault.match
    return !fault.spoilsTokens && (!isControl || match.operation != nil || match.path != nil)
      && match.operation.map { operations.name($0, matches: route.name) } ?? true
      && match.path.map { NamePattern($0).matches(request.path) } ?? true
  }

  /// The emulator's own calls. A test makes them itself, so that only a fault that names them by
  /// operation or path is meant for them.
  private var isControl: Bool {
    let path = route.pattern.text
    return path.hasPrefix(ControlEntry.root) || path == "/emulator/openapi.json" || path == "/"
      || path.hasPrefix("/emulator/ui")
  }
}

extension RequestSubject {
  /// What a request says of a field that faults name.
  package func faultValues(_ field: FaultField) -> [String] {
    switch field {
    case .project: project.map { [$0] } ?? []
    case .provider: provider.map { [$0] } ?? []
    case .clientID: clientID.map { [$0] } ?? []
    case .sub: accountSubject.map { [$0] } ?? []
    case .localID: localIDs
    case .email: emails
    case .operation, .endpoint: []
    }
  }
}

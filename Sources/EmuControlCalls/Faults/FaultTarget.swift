internal import EmuHTTP
internal import EmuModel

/// A request, for comparison with faults.
struct FaultTarget {
  let request: Request
  let route: Route<Handler>
  let parameters: PathParameters
  let operations: OperationNames
  /// Computed for the first fault that needs them.
  private let known = LazyValue<RouteSite.Values>()

  func values(_ field: FaultField) -> [String] {
    switch field {
    case .operation: [route.name]
    case .endpoint: route.payload.site?.endpoint.map { [$0] } ?? []
    default:
      known.value {
        route.payload.site?.values(request, parameters) ?? RouteSite.values(of: parameters)
      }(field)
    }
  }

  /// Returns true if a fault applies to responses, and its patterns match the request. A test makes
  /// the emulator's own calls itself, so only a fault with their operation or path affects them.
  func isConcerned(by fault: Fault) -> Bool {
    let match = fault.match
    return !fault.corruptsTokens && fault.answer == nil
      && (!request.isOfEmulator || match.operation != nil || match.path != nil)
      && match.operation.map { operations.name($0, matches: route.name) } ?? true
      && match.path.map { NamePattern($0).matches(request.path) } ?? true
  }
}

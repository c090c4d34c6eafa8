/// Refuses privileged requests from origins that the rule does not admit.
package struct OriginGuard: Middleware {
  private let rule: OriginRule
  private let isPrivileged: @Sendable (Request) -> Bool
  private let refusal: @Sendable (Request) -> Response

  /// - Parameters:
  ///   - isPrivileged: whether a request needs more than a client's rights.
  ///   - refusal: makes the response to a request that is refused.
  package init(
    _ rule: OriginRule,
    isPrivileged: @escaping @Sendable (Request) -> Bool,
    refusal: @escaping @Sendable (Request) -> Response
  ) {
    self.rule = rule
    self.isPrivileged = isPrivileged
    self.refusal = refusal
  }

  /// Passes an admitted request on, answers the others.
  package func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
    guard rule.admits(request.headers["Origin"]) || !isPrivileged(request) else {
      return .ready(refusal(request))
    }
    return next(request)
  }
}

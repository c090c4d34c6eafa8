/// Rejects requests whose `Host` the rule does not accept.
package struct HostGuard: Middleware {
  private let rule: HostRule
  private let refusal: @Sendable (Request) -> Response

  /// - Parameter refusal: creates the response to a rejected request.
  package init(_ rule: HostRule, refusal: @escaping @Sendable (Request) -> Response) {
    self.rule = rule
    self.refusal = refusal
  }

  /// Passes an accepted request on, rejects others.
  package func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
    rule.admits(request.headers["Host"]) ? next(request) : .ready(refusal(request))
  }
}

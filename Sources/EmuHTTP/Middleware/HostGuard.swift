/// Rejects requests whose `Host` the rule does not accept.
package struct HostGuard: Middleware {
  /// The message of a rejection, with the remedy.
  package static let explanation = """
    This host name is not served, because any web site could point its own name at this machine. \
    If it is yours, start the emulator with --allowed-host and the name.
    """

  private let rule: HostRule
  private let refusal: @Sendable (Request) -> Response

  /// - Parameter refusal: creates the response to a rejected request.
  package init(
    _ rule: HostRule,
    refusal: @escaping @Sendable (Request) -> Response = { _ in
      .text(HostGuard.explanation + "\n", status: .forbidden)
    }
  ) {
    self.rule = rule
    self.refusal = refusal
  }

  /// Passes an accepted request on, rejects others.
  package func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
    rule.admits(request.headers["Host"]) ? next(request) : .ready(refusal(request))
  }
}

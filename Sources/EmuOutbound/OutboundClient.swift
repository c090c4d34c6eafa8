internal import EmuThread
import Synchronization

/// Calls other servers over HTTP and HTTPS, all calls concurrently on one thread.
///
/// The thread starts with the first call, and connections are reused. Proxies are those of the
/// environment (`http_proxy`, `https_proxy`, `no_proxy`), but never for this machine.
package final class OutboundClient: Sendable {
  private enum State: Sendable {
    case idle
    case running(TransferLoop, SystemThread)
    case closed
  }

  private let state = Mutex(State.idle)

  /// Creates a client that uses no resources before its first call.
  package init() {}

  deinit {
    // No wait here: the thread itself may release the client.
    guard case .running(let loop, let thread) = state.withLock({ $0 }) else { return }
    loop.stop()
    thread.detach()
  }

  /// Sends a request from any thread, and returns immediately.
  ///
  /// - Parameter completion: called exactly once, with the response of any status, or with the
  ///   error. It runs on the client's thread and must not block it, as every other call waits
  ///   meanwhile. On a closed client it runs before this returns. It may send again.
  package func send(
    _ request: OutboundRequest,
    completion: @escaping @Sendable (Result<OutboundResponse, OutboundError>) -> Void
  ) {
    let submission = Submission(request: request, completion: completion)
    do throws(OutboundError) {
      guard let loop = try runningLoop(), loop.submit(submission) else {
        return submission.cancel()
      }
    } catch {
      completion(.failure(error))
    }
  }

  /// Cancels pending calls, whose error is `cancelled`, and ends the thread.
  ///
  /// Returns when every completion has returned and the thread has ended; called from a completion,
  /// it does not wait. A second call does nothing.
  package func close() {
    let running = state.withLock { state -> (TransferLoop, SystemThread)? in
      defer { state = .closed }
      guard case .running(let loop, let thread) = state else { return nil }
      return (loop, thread)
    }
    guard let (loop, thread) = running else { return }
    loop.stop()
    thread.join()
  }

  /// The loop, started if need be; nil once closed.
  private func runningLoop() throws(OutboundError) -> TransferLoop? {
    try state.withLock { state throws(OutboundError) -> TransferLoop? in
      switch state {
      case .idle:
        let loop = try TransferLoop()
        do {
          // The thread keeps the loop alive while it runs.
          state = .running(loop, try SystemThread { loop.run() })
        } catch {
          loop.discard()
          throw OutboundError(.other, "There is no thread for outgoing calls: \(error).")
        }
        return loop
      case .running(let loop, _): return loop
      case .closed: return nil
      }
    }
  }
}

/// A request on its way to the client's thread, with its completion.
struct Submission: Sendable {
  typealias Completion = @Sendable (Result<OutboundResponse, OutboundError>) -> Void

  let request: OutboundRequest
  let completion: Completion

  /// Completes the request with `cancelled`.
  func cancel() {
    completion(.failure(.cancelled(Target.host(of: request.url))))
  }
}

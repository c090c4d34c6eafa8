import CCurl
import EmuSystem
import Synchronization

/// Runs concurrent transfers on one thread: the owner of a multi handle.
// Safety: only the loop's thread uses the handle, except for curl_multi_wakeup(3), which any thread
// may call. It is called under the lock and only before isStopping is set, and the thread frees the
// handle after it has seen that.
final class TransferLoop: @unchecked Sendable {
  private struct Inbox {
    var waiting: [Submission] = []
    var isStopping = false
  }

  private let multi: UnsafeMutableRawPointer
  private let inbox = Mutex(Inbox())

  /// Creates a loop whose ``run()`` must be called, on a thread.
  ///
  /// - Throws: `other`.
  init() throws(OutboundError) {
    try OutboundError.throwUnlessLibraryIsReady()
    guard let multi = emu_curl_multi_init() else {
      throw OutboundError(.other, "libcurl could not be started. Check the memory of this machine.")
    }
    self.multi = multi
    // Spares this process's file descriptors and the other side; more transfers wait their turn.
    emu_curl_multi_set_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, 64)
    emu_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, 16)
  }

  /// Passes a request to the loop, from any thread; false when the loop is stopping.
  func submit(_ submission: Submission) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.isStopping else { return false }
      inbox.waiting.append(submission)
      emu_curl_multi_wakeup(multi)
      return true
    }
  }

  /// Makes ``run()`` cancel pending transfers and return, from any thread.
  func stop() {
    inbox.withLock { inbox in
      guard !inbox.isStopping else { return }
      inbox.isStopping = true
      emu_curl_multi_wakeup(multi)
    }
  }

  /// The thread's work, until ``stop()``.
  func run() {
    // A connection that the other side has closed is an error to return, not a signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    while true {
      let (arrived, isStopping) = inbox.withLock { inbox in
        defer { inbox.waiting = [] }
        return (inbox.waiting, inbox.isStopping)
      }
      if isStopping {
        end(transfers.values, arrived)
        return
      }
      for submission in arrived {
        guard let transfer = begin(submission) else { continue }
        transfers[transfer.handle] = transfer
      }
      var running: Int32 = 0
      emu_curl_multi_perform(multi, &running)
      finish(&transfers)
      // Returns earlier for libcurl's events, and for a wake-up.
      emu_curl_multi_poll(multi, 60_000)
    }
  }

  /// Frees a loop whose thread could not be started.
  func discard() {
    emu_curl_multi_cleanup(multi)
  }

  private func begin(_ submission: Submission) -> Transfer? {
    do throws(OutboundError) {
      let transfer = try Transfer(submission)
      guard emu_curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
        throw OutboundError(.other, "libcurl could not take another request.")
      }
      return transfer
    } catch {
      submission.completion(.failure(error))
      return nil
    }
  }

  private func finish(_ transfers: inout [UnsafeMutableRawPointer: Transfer]) {
    var left: Int32 = 0
    while let message = emu_curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else {
        continue
      }
      // The message is invalid once its handle is removed.
      let result = message.pointee.data.result
      emu_curl_multi_remove_handle(multi, handle)
      transfers.removeValue(forKey: handle)?.finish(result)
    }
  }

  private func end(_ running: some Collection<Transfer>, _ arrived: [Submission]) {
    for transfer in running {
      emu_curl_multi_remove_handle(multi, transfer.handle)
      transfer.cancel()
    }
    for submission in arrived { submission.cancel() }
    emu_curl_multi_cleanup(multi)
  }
}

internal import EmuSystem
internal import EmuThread

/// Copies the log into the database file on its own thread, and leaves a short remainder to the
/// writer.
///
/// The first phase copies and syncs in rounds while the writer continues, until the remainder is
/// short. The second, on the writer's thread, finishes the remainder, after which the log restarts.
/// A single checkpoint under load would never reach the log's end, and the one that finally did
/// would block the writer with a long sync. Without writes, neither thread wakes.
// Sendable: after `start`, only the checkpoint thread uses `connection`; the rest is immutable or
// protected by the monitor.
final class Checkpointer: @unchecked Sendable {
  private enum Phase {
    case idle
    case due
    case running
    /// The writer's turn.
    case remainder
  }

  private struct State {
    var phase = Phase.idle
    var frames = 0
    /// The log's length at the end of the last cycle. A log that a long read keeps from restarting
    /// must grow by another `threshold` before the next cycle.
    var base = 0
    var isPaused = false
    var isStopping = false
    var isStopped = true
  }

  /// The frames (pages) in the log from which a checkpoint is due.
  private static let threshold = 1_000
  /// A remainder, in frames, that is short enough for the writer.
  private static let shortRemainder = 60
  private static let roundLimit = 8
  /// The frames added during one cycle from which the writer waits for the first phase: 12 MB.
  private static let overload = 3_000

  /// The number of times that the writer checks for the end of reads, and the pause between checks
  /// in microseconds. Most reads end within that time; the longest take seconds.
  private static let patience = 10
  private static let pause: UInt32 = 50

  private let state = Monitor(State())
  private let connection: Connection
  private let readers: ReaderPool
  private let syncs: Bool

  /// - Parameter syncs: false when the database file is never synced.
  init(_ connection: sending Connection, readers: ReaderPool, syncs: Bool) {
    self.connection = connection
    self.readers = readers
    self.syncs = syncs
  }

  /// Starts the thread, which calls `finish` when the writer must finish the remainder.
  func start(finish: @escaping @Sendable () -> Void) throws(DatabaseError) {
    state.withLock { $0.isStopped = false }
    do throws(DatabaseError) {
      _ = try SystemThread.detached { self.main(finish) }
    } catch {
      state.withLock { $0.isStopped = true }
      throw error
    }
  }

  /// Ends the thread and closes its connection before it returns.
  func stop() {
    state.update { $0.isStopping = true }
    state.wait(until: { $0.isStopped }, then: { _ in })
    connection.close()
  }

  /// Records the log's length; called on the writer's thread, during its COMMIT.
  func recordCommit(frames: Int) {
    let isDue = state.withLock { state in
      if frames < state.frames { state.base = 0 }
      state.frames = frames
      guard !state.isPaused, state.phase == .idle, frames - state.base >= Self.threshold else {
        return false
      }
      state.phase = .due
      return true
    }
    if isDue { state.update { _ in } }
  }

  /// True while the log is being copied, or is about to be.
  var isCopying: Bool { state.withLock { $0.phase == .due || $0.phase == .running } }

  /// Starts no checkpoint while `body` runs; on the writer's thread.
  func pausing<T>(_ body: () -> T) -> T {
    state.wait(until: { $0.phase != .due && $0.phase != .running }) { $0.isPaused = true }
    defer { state.withLock { $0.isPaused = false } }
    return body()
  }

  /// Finishes the remainder if the first phase is over; called on the writer's thread, between
  /// transactions.
  ///
  /// Writes that outrun the disk wait here: the log would grow without bound.
  func finishRemainder(on writer: Connection) {
    if state.withLock({ $0.phase != .idle && $0.frames - $0.base > Self.overload }) {
      state.wait(until: { $0.phase == .remainder }, then: { _ in })
    }
    guard state.withLock({ $0.phase == .remainder }) else { return }
    readers.endReadTransactions()
    // Fails for lack of space, or when another program accesses the file: the next cycle retries.
    if let progress = try? writer.checkpointPassively(), progress.done == progress.frames {
      waitForReads(from: writer)
    }
    state.withLock { state in
      state.phase = .idle
      state.base = state.frames
    }
  }

  /// Waits shortly for reads that started before the log was copied: while one lasts, the log grows
  /// instead of restarting. New reads use the file alone.
  private func waitForReads(from writer: Connection) {
    for _ in 0..<Self.patience {
      readers.endReadTransactions()
      if writer.isLogFree() { return }
      usleep(Self.pause)
    }
  }

  private func main(_ finish: @Sendable () -> Void) {
    while waitUntilDue() {
      copyInRounds()
      state.update { $0.phase = .remainder }
      finish()
    }
    state.update { $0.isStopped = true }
  }

  private func waitUntilDue() -> Bool {
    state.wait(until: { $0.phase == .due || $0.isStopping }) { state in
      if state.isStopping { return false }
      state.phase = .running
      return true
    }
  }

  private func copyInRounds() {
    var copied = 0
    for round in 0..<Self.roundLimit {
      readers.endReadTransactions()
      guard let progress = try? connection.checkpointPassively() else { return }
      // A long read pins the remainder: the next cycle retries.
      if progress.done == copied { return }
      copied = progress.done
      if syncs { connection.syncFile() }
      let rest = state.withLock { $0.frames } - progress.done
      if round > 0, rest < Self.shortRemainder { return }
    }
  }
}

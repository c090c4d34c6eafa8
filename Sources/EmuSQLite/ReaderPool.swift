internal import EmuThread
import Synchronization

/// The read connections: opened on demand, kept for reuse, each used by one thread at a time.
///
/// A connection keeps its transaction when it is returned. The next read continues with it if
/// nothing was committed meanwhile, which saves the locks and the two statements that begin and end
/// a transaction.
// Sendable: a connection is either in `idle`, accessed only under the monitor's lock, or used by
// the one thread that took it out.
final class ReaderPool: @unchecked Sendable {
  /// A connection that no thread uses.
  // Sendable: the thread that takes it out of the pool is the only one that has it.
  private struct Idle: @unchecked Sendable {
    let connection: Connection
  }

  private struct State: Sendable {
    var idle: [Idle] = []
    var inUse = 0
    var isClosed = false
  }

  /// The maximum number of idle connections; concurrent reads open more.
  private static let idleLimit = 8

  private let state = Monitor(State())
  private let place: DatabaseFile.Place
  private let configuration: Database.Configuration

  private let presence: FilePresence
  /// The number of acknowledged commits; a read transaction keeps the number at its start.
  private let commits = Atomic<UInt64>(0)

  init(
    _ place: DatabaseFile.Place, presence: FilePresence, configuration: Database.Configuration
  ) {
    self.place = place
    self.presence = presence
    self.configuration = configuration
  }

  /// Returns a connection in a read transaction; it must be returned to the pool.
  ///
  /// - Throws: `closed`, or why a connection cannot be opened.
  func take() throws(DatabaseError) -> Connection {
    // Read before the transaction begins: a commit in between is in it, and only makes it look
    // outdated.
    let commits = commits.load(ordering: .acquiring)
    let connection = try idleConnection()
    let now = ContinuousClock.now
    if let open = connection.readTransaction, open.commits == commits, now < open.end {
      return connection
    }
    do throws(DatabaseError) {
      connection.endReadTransaction()
      try connection.begin(.read)
      connection.readTransaction = ReadTransaction(
        commits: commits, end: now + configuration.readReuse)
      return connection
    } catch {
      connection.close()
      giveUp()
      throw error
    }
  }

  private func idleConnection() throws(DatabaseError) -> Connection {
    let idle = state.withLock { state -> Result<Idle?, DatabaseError> in
      if state.isClosed { return .failure(.closed) }
      state.inUse += 1
      return .success(state.idle.popLast())
    }
    if let idle = try idle.get() { return idle.connection }
    do throws(DatabaseError) {
      // Another file of the same name must not be read in place of ours.
      try presence.check()
      let connection = try Connection(place, access: .readOnly)
      try connection.openAsReader()
      return connection
    } catch {
      giveUp()
      throw error
    }
  }

  /// Returns a connection to the pool, for reuse if there is room.
  ///
  /// - Parameter endsTransaction: true when no later read may continue its transaction, as after a failure.
  func put(_ connection: Connection, endsTransaction: Bool) {
    if endsTransaction { connection.endReadTransaction() }
    let isKept = state.withLock { state in
      guard !state.isClosed, state.idle.count < Self.idleLimit else { return false }
      state.inUse -= 1
      state.idle.append(Idle(connection: connection))
      return true
    }
    if isKept { return }
    connection.close()
    giveUp()
  }

  /// Counts a commit, so that every later read sees it; called before its callers are notified.
  func recordCommit() {
    commits.add(1, ordering: .releasing)
  }

  /// Ends the transactions of idle connections: the log cannot start over while they last.
  func endReadTransactions() {
    state.withLock { state in
      for idle in state.idle { idle.connection.endReadTransaction() }
    }
  }

  /// Closes the idle connections, and waits until those in use are back and closed.
  func close() {
    let idle = state.update { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for idle in idle { idle.connection.close() }
    state.wait(until: { $0.inUse == 0 }, then: { _ in })
  }

  private func giveUp() {
    state.update { $0.inUse -= 1 }
  }
}

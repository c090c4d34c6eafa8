import EmuThread
import Synchronization
import Testing

@Suite struct `A worker pool` {
  /// Blocks the jobs of a test until it opens.
  private final class Gate: Sendable {
    private let state = Monitor((isOpen: false, entered: 0, most: 0, inside: 0))

    /// Waits in a job until the gate opens.
    func pass() {
      state.update { state in
        state.entered += 1
        state.inside += 1
        state.most = max(state.most, state.inside)
      }
      state.wait(until: { $0.isOpen }, then: { $0.inside -= 1 })
    }

    func open() { state.update { $0.isOpen = true } }

    func waitFor(_ count: Int) { state.wait(until: { $0.entered >= count }, then: { _ in }) }

    var most: Int { state.withLock { $0.most } }
  }

  /// The results of jobs, by their number.
  private final class Record: Sendable {
    private let state = Monitor((done: [Int](), refused: [Int: WorkerPool.Refusal]()))

    func done(_ job: Int) { state.update { $0.done.append(job) } }
    func refused(_ job: Int, _ why: WorkerPool.Refusal) { state.update { $0.refused[job] = why } }

    /// Submits a job that waits at the gate, if there is one.
    func submit(
      _ job: Int, to pool: WorkerPool, through gate: Gate? = nil, isContinuation: Bool = false,
      unless hasDisconnected: @escaping @Sendable () -> Bool = { false }
    ) {
      pool.submit(unless: hasDisconnected, isContinuation: isContinuation) {
        gate?.pass()
        self.done(job)
      } refused: {
        self.refused(job, $0)
      }
    }

    func waitFor(_ count: Int) -> (done: [Int], refused: [Int: WorkerPool.Refusal]) {
      state.wait(until: { $0.done.count + $0.refused.count >= count }, then: { $0 })
    }
  }

  /// Returns a pool of one thread whose first job, 0, waits at the gate.
  private static func blocked(queueLimit: Int) -> (WorkerPool, Gate, Record) {
    let pool = WorkerPool(threads: 1, queueLimit: queueLimit)
    let (gate, record) = (Gate(), Record())
    record.submit(0, to: pool, through: gate)
    gate.waitFor(1)
    return (pool, gate, record)
  }

  @Test(arguments: [1, 2, 5])
  func `a worker pool runs as many concurrent jobs as it has threads`(_ threads: Int) {
    let pool = WorkerPool(threads: threads, queueLimit: 100)
    let (gate, record) = (Gate(), Record())
    for job in 0..<20 { record.submit(job, to: pool, through: gate) }
    gate.waitFor(threads)
    gate.open()
    let (done, refused) = record.waitFor(20)
    #expect(done.sorted() == Array(0..<20))
    #expect(refused.isEmpty)
    #expect(gate.most <= threads)
  }

  @Test(arguments: [1, 2, 7])
  func `a worker pool rejects jobs beyond its queue, and accepts more later`(_ limit: Int) {
    let (pool, gate, record) = Self.blocked(queueLimit: limit)
    for job in 1...10 { record.submit(job, to: pool) }
    // The continuation of an accepted job is never rejected for lack of room.
    record.submit(11, to: pool, isContinuation: true)
    gate.open()
    let (done, refused) = record.waitFor(12)
    #expect(Set(done) == Set(0...limit).union([11]))
    #expect(refused == Dictionary(uniqueKeysWithValues: ((limit + 1)..<11).map { ($0, .full) }))
    record.submit(12, to: pool)
    #expect(record.waitFor(13).done.last == 12)
  }

  @Test func `a worker pool that is closed rejects waiting jobs, and ends others`() throws {
    let (pool, gate, record) = Self.blocked(queueLimit: 100)
    for job in 1...3 { record.submit(job, to: pool) }
    let closing = try SystemThread { pool.close() }
    #expect(record.waitFor(3).refused == [1: .closed, 2: .closed, 3: .closed])
    gate.open()
    closing.join()
    #expect(record.waitFor(4).done == [0])
    record.submit(4, to: pool)
    #expect(record.waitFor(5).refused[4] == .closed)
  }

  @Test func `a worker pool starts jobs in the order of their submission`() {
    let (pool, gate, record) = Self.blocked(queueLimit: 100)
    for job in 1...5 { record.submit(job, to: pool) }
    gate.open()
    #expect(record.waitFor(6).done == Array(0...5))
  }

  @Test func `a worker pool runs no job whose sender has disconnected, and frees its place`() {
    let (pool, gate, record) = Self.blocked(queueLimit: 3)
    let hasDisconnected = Atomic(false)
    @Sendable func isGone() -> Bool { hasDisconnected.load(ordering: .acquiring) }
    for job in 1...2 { record.submit(job, to: pool, unless: isGone) }
    record.submit(3, to: pool)
    hasDisconnected.store(true, ordering: .releasing)
    record.submit(4, to: pool)
    record.submit(5, to: pool, unless: isGone)
    gate.open()
    let (done, refused) = record.waitFor(6)
    #expect(done == [0, 3, 4])
    #expect(refused == [1: .abandoned, 2: .abandoned, 5: .abandoned])
  }

  @Test func `a worker pool can be closed by one of its own jobs`() {
    let pool = WorkerPool(threads: 2, queueLimit: 1)
    let record = Record()
    pool.submit {
      pool.close()
      record.done(0)
    } refused: {
      record.refused(0, $0)
    }
    #expect(record.waitFor(1).done == [0])
  }
}

@Suite struct `Alarms that are set` {
  @Test func `alarms that are set ring in the order of their times`() {
    let alarms = Alarms()
    let rung = Monitor([Int]())
    for milliseconds in [900, 300, 600, 0] {
      alarms.after(.milliseconds(milliseconds)) { rung.update { $0.append(milliseconds) } }
    }
    #expect(rung.wait(until: { $0.count == 4 }, then: { $0 }) == [0, 300, 600, 900])
  }

  @Test func `alarms that are set ring immediately when they are closed`() {
    let alarms = Alarms()
    let rung = Monitor([Int]())
    alarms.after(.seconds(7200)) { rung.update { $0.append(2) } }
    alarms.after(.seconds(3600)) { rung.update { $0.append(1) } }
    alarms.close()
    #expect(rung.withLock { $0 } == [1, 2])
    alarms.after(.seconds(3600)) { rung.update { $0.append(3) } }
    #expect(rung.withLock { $0 } == [1, 2, 3])
  }
}

@Suite struct `A monitor` {
  @Test func `a monitor ends a wait when the time has passed`() {
    let monitor = Monitor(0)
    let deadline = ContinuousClock.now + .milliseconds(5)
    let value = monitor.wait(until: { $0 > 0 }, before: { _ in deadline }, then: { $0 })
    #expect(value == 0)
    #expect(ContinuousClock.now >= deadline)
  }
}

package import EmuThread

/// Occupies every thread of a pool until it is released: jobs of the pool cannot finish before.
package final class BusyWorkers: Sendable {
  private let state = Monitor((isFree: false, inside: 0))

  /// Returns once both threads of each pool are inside.
  package init(_ pools: [WorkerPool], threads: Int = 2) {
    for pool in pools {
      for _ in 0..<threads {
        pool.submit { [state] in
          state.update { $0.inside += 1 }
          state.wait(until: { $0.isFree }, then: { _ in })
        } refused: { _ in
        }
      }
    }
    state.wait(until: { $0.inside == pools.count * threads }, then: { _ in })
  }

  deinit { letGo() }

  package func letGo() { state.update { $0.isFree = true } }
}

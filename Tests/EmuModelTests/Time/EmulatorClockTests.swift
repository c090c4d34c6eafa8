import EmuModel
import Synchronization
import Testing

@Suite struct `Model: clock` {
  private final class Machine: Sendable {
    private let storage = Mutex(Timestamp(seconds: 1000))
    var now: Timestamp { storage.withLock { $0 } }
    func pass(_ duration: Duration) { storage.withLock { $0 = $0 + duration } }
  }

  private let machine = Machine()
  private func clock(_ state: EmulatorClock.State = .init()) -> EmulatorClock {
    let machine = machine
    return EmulatorClock(machine: { machine.now }, state: state)
  }

  @Test func `the emulator's clock follows the machine's, and advances by a duration`() {
    let clock = clock()
    machine.pass(.seconds(5))
    #expect(clock.now == Timestamp(seconds: 1005))
    #expect(clock.offsetMilliseconds == 0 && !clock.isFrozen)
    clock.change { state, _ in state.advance(by: .seconds(3600)) }
    clock.change { state, _ in state.advance(by: .milliseconds(-600)) }
    machine.pass(.seconds(1))
    #expect(clock.now == Timestamp(milliseconds: 4_605_400))
    #expect(clock.offsetMilliseconds == 3_599_400)
    clock.change { $0.set(to: Timestamp(seconds: 10), frozen: nil, machine: $1) }
    machine.pass(.seconds(1))
    #expect(clock.now == Timestamp(seconds: 11))
    #expect(clock.offsetMilliseconds == -996_000)
  }

  @Test func `the offset is exact while the machine's clock goes on`() {
    let machine = machine
    let clock = EmulatorClock(machine: {
      machine.pass(.milliseconds(1))
      return machine.now
    })
    #expect(clock.offsetMilliseconds == 0)
    clock.change { state, _ in state.advance(by: .seconds(60)) }
    #expect(clock.offsetMilliseconds == 60_000)
    clock.change { $0.freeze(machine: $1) }
    #expect(clock.offsetMilliseconds == 59_999)
  }

  @Test func `the emulator's clock freezes, moves only on request, and can be resumed`() {
    let clock = clock()
    clock.change { $0.freeze(machine: $1) }
    machine.pass(.seconds(50))
    #expect(clock.now == Timestamp(seconds: 1000))
    #expect(clock.isFrozen)
    clock.change { state, _ in state.advance(by: .seconds(7)) }
    #expect(clock.now == Timestamp(seconds: 1007))
    clock.change { $0.set(to: Timestamp(seconds: 2000), frozen: nil, machine: $1) }
    machine.pass(.seconds(50))
    #expect(clock.now == Timestamp(seconds: 2000))
    clock.change { $0.set(to: Timestamp(seconds: 3000), frozen: false, machine: $1) }
    machine.pass(.seconds(1))
    #expect(clock.now == Timestamp(seconds: 3001))
  }

  @Test func `the emulator's clock is restored from its stored state`() {
    let first = clock()
    first.change { state, _ in state.advance(by: .seconds(60)) }
    #expect(clock(first.state).now == first.now)
    first.change { $0.freeze(machine: $1) }
    machine.pass(.seconds(9))
    #expect(clock(first.state).now == first.now)
    let restored = clock()
    restored.restore(first.state)
    #expect(restored.now == first.now)
    restored.restore(EmulatorClock.State())
    #expect(restored.now == machine.now)
  }
}

extension EmulatorClock {
  /// Changes the state, given the time of the machine's clock.
  fileprivate func change(_ body: (inout State, Timestamp) -> Void) {
    var changed = state
    body(&changed, machineNow)
    restore(changed)
  }
}

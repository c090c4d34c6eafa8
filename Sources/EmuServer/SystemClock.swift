package import EmuModel
internal import EmuSystem

/// The machine's own clocks, read only here.
package enum SystemClock {
  package static func now() -> Timestamp {
    var time = timespec()
    // clock_gettime(2) writes one value that is ours, and cannot fail for this clock.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Returns a function that measures the time since this call, by a clock that is never set.
  static func stopwatch() -> @Sendable () -> Duration {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }
}

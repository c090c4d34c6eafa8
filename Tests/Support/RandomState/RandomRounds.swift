internal import Foundation

package enum RandomRounds {
  /// Returns the given number of seeds, or as many as the variable `RANDOM_ROUNDS` says.
  package static func seeds(normally count: Int) -> Range<Int> {
    let variable = ProcessInfo.processInfo.environment["RANDOM_ROUNDS"] ?? ""
    return 0..<(Int(variable) ?? count)
  }
}

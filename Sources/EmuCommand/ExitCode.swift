/// The exit codes of the process.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let ok = ExitCode(rawValue: 0)
  package static let failed = ExitCode(rawValue: 1)
  package static let usage = ExitCode(rawValue: 2)
  /// The command of `exec` succeeded, and production would have answered otherwise: EX_PROTOCOL of
  /// sysexits.h, which test runners do not use.
  package static let differsFromProduction = ExitCode(rawValue: 76)
  /// The port or the address cannot be had: EX_TEMPFAIL of sysexits.h, so that scripts may retry.
  package static let couldNotBind = ExitCode(rawValue: 75)
}

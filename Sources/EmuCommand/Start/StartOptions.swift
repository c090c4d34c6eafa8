package import EmuServer

/// What the flags of `start` say.
package struct StartOptions: Sendable {
  package enum LogFormat: String, Sendable, CaseIterable {
    case text, json
  }

  package var configuration = Configuration(location: .file(DataFolder.defaultFile))
  package var logFormat = LogFormat.text
  /// Nothing but errors is printed.
  package var isQuiet = false
  /// One line for machines instead of the banner.
  package var printsJSON = false

  /// Reads the arguments that follow `start`.
  package init(_ arguments: [String] = []) throws(UsageError) {
    try ArgumentReader(command: "start", flags: Self.flags).read(arguments, into: &self)
  }
}

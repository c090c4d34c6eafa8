import EmuServer
import EmuThread

/// The command line: finds the command, runs it, and reports errors of the arguments.
package enum CommandLineTool {
  /// Runs one command to its end.
  ///
  /// - Parameter arguments: those after the program's name.
  package static func run(_ arguments: [String]) -> ExitCode {
    OpenFiles.occupyStandardDescriptors()
    SystemMemory.returnLargeBlocks()
    SystemMemory.limitReservedAddresses()
    do {
      let code = try dispatch(arguments)
      return code == .ok && Output.hasFailed ? .failed : code
    } catch {
      let failure = CommandFailure(error)
      Output.error(failure.message)
      return failure.exitCode
    }
  }

  private static func dispatch(_ arguments: [String]) throws -> ExitCode {
    guard let name = arguments.first else {
      Output.error(TerminalText(lines: help), prefixed: false)
      return .usage
    }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "help":
      let topic = rest.first.flatMap { ["--help", "-h"].contains($0) ? nil : $0 }
      Output.print(TerminalText(lines: try topic.map(page) ?? help))
    case "--help", "-h":
      Output.print(TerminalText(lines: help))
    case "--version":
      Output.print("auth-emulator \(emulatorBuild)\n")
    default:
      let command = try command(name)
      // Help overrides all other arguments, even invalid ones.
      if rest.prefix(while: { $0 != "--" }).contains(where: { ["--help", "-h"].contains($0) }) {
        Output.print(TerminalText(lines: command.help))
      } else {
        return try command.run(rest)
      }
    }
    return .ok
  }

  private static func page(_ name: String) throws -> String {
    if name == "topics" { return HelpTopic.list }
    if let topic = HelpTopic.all.first(where: { $0.name == name }) { return topic.text }
    return try command(name, orTopics: true).help
  }

  private static func command(_ name: String, orTopics: Bool = false) throws -> Command {
    if let command = Command.all.first(where: { $0.name == name }) { return command }
    let topics = orTopics ? HelpTopic.all.map(\.name) + ["topics"] : []
    let known = Command.all.map(\.name) + ["help", "--help", "--version"] + topics
    throw CommandFailure.unknown(
      orTopics ? "command or topic" : "command", name, among: known, seeAlso: "auth-emulator --help"
    )
  }

  package static var help: String {
    let rows =
      Command.all.map { ($0.name, $0.summary) } + [
        ("help [COMMAND]", "shows this, or the help of a command"),
        ("help TOPIC", "\(HelpTopic.all.map(\.name).joined(separator: ", ")): about a subject"),
      ]
    return """
      auth-emulator \(emulatorVersion): Firebase Authentication on this machine, for development and tests.

      Usage: auth-emulator <command> [flags]

      Commands
      \(HelpText.table(rows))

      Flags
      \(HelpText.table([
        ("--help", "shows this; after a command, its flags"), ("--version", "shows the version"),
      ]))

      \(HelpText.exitCodes)

      """
  }
}

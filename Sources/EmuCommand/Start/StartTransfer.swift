import EmuJSON
import EmuServer

extension StartOptions {
  /// Refuses an export folder that could not be written at the end.
  func checkTransfers() throws(ClientFailure) {
    if let exportPath { try FolderExport.check(exportPath) }
  }

  /// Stores the users that `--import` names, before anybody is served.
  func importUsers(into emulator: Emulator) throws(ClientFailure) {
    guard let importPath else { return }
    var input = ClientInput()
    input.project = emulator.configuration.project
    input.options[replacesUsers ? "replace" : "requireEmpty"] = "true"
    let report = try ImportCommand.run(importPath, input, ControlClient(emulator))
    guard ImportCommand.isGood(report, input) else {
      throw ClientFailure(
        message: "--import \(importPath): \(ImportCommand.refusals(report, input))")
    }
    if !isQuiet, !printsJSON { Output.print("\(importPath): \(ImportCommand.summary(report))\n") }
  }

  /// Writes the users to the folder that `--export-on-exit` names, when no request is served any more.
  func exportUsers(of emulator: Emulator) throws(ClientFailure) {
    guard let exportPath else { return }
    let export = UserExport(ControlClient(emulator), project: emulator.configuration.project)
    let reply = try FolderExport(export).write(to: exportPath)
    if !isQuiet, !printsJSON { Output.print(reply.text) }
  }
}

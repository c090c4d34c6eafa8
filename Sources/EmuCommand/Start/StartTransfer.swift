import EmuJSON
import EmuServer

extension StartOptions {
  /// Creates the export folder, or rejects one that could not be written at the end.
  func prepareTransfers() throws(ClientFailure) {
    if let exportPath { try FolderExport.prepare(exportPath) }
  }

  /// Stores the users of `--import`, before the first request.
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

  /// The message about unfinished work where the process ends before the export.
  var unfinishedExport: String {
    exportPath.map { "The export \($0) was not written; what is there is as it was." }
      ?? "Requests that were under way got no answer."
  }

  /// Writes the users to the folder that `--export-on-exit` names, when no request is served any more.
  func exportUsers(of emulator: Emulator, _ shutdown: Shutdown) throws(ClientFailure) {
    guard let exportPath else { return }
    shutdown.step(unfinishedExport)
    var export = UserExport(ControlClient(emulator), project: emulator.configuration.project)
    export.onProgress = shutdown.exportGetsOn
    defer { shutdown.exportEnded() }
    export.onProgress()
    let reply = try FolderExport(export).write(to: exportPath)
    if !isQuiet, !printsJSON { Output.print(reply.text) }
  }
}

import EmuServer

extension StartOptions {
  /// Finds the users of `--import`, and creates the export folder or rejects one that could not be written at
  /// the end.
  ///
  /// - Returns: nil without `--import`.
  func prepareTransfers() throws -> ImportFile.Found? {
    for path in [".", importPath, exportPath].compactMap(\.self) {
      AbandonedDrafts.remove(in: path)
    }
    // First, as the export may create the folder of the import.
    let found = try importPath.map { path in try ImportFile.find(path, format: nil) }
    if isImportStrict, let importPath, case .failure(let nothing) = found {
      throw StartImport.refusal(importPath, "\(nothing.reason). Name another path")
    }
    if let productionReport { try ProductionReportFile.check(productionReport) }
    if let exportPath { try FolderExport.prepare(exportPath, isImported: exportsToImport) }
    return found
  }

  /// True when the folder that is written at the end is the one that is read at the start.
  private var exportsToImport: Bool {
    guard let importPath, let exportPath else { return false }
    return LocalFile.absolute(importPath) == LocalFile.absolute(exportPath)
  }

  /// Stores the users of `--import`, before the first request.
  ///
  /// - Returns: true when the folder of `--export-on-exit` has users or files that were skipped, so that the
  ///   export must keep it.
  func importUsers(_ found: ImportFile.Found?, into emulator: Emulator) throws -> Bool {
    guard let importPath, let found else { return false }
    let outcome = try StartImport(importPath, self, emulator).run(found)
    for warning in outcome.warnings { Output.error(warning) }
    if let summary = outcome.summary, !isQuiet, !printsJSON {
      Output.print("\(importPath): \(summary)\n")
    }
    return outcome.hasLosses && exportsToImport
  }

  /// The message about unfinished work where the process ends before the export.
  var unfinishedExport: String {
    exportPath.map { "The export \($0) was not written; what is there is as it was." }
      ?? "Requests that were under way got no answer."
  }

  /// Writes the users to the folder that `--export-on-exit` names, when no request is served any more.
  ///
  /// - Parameter keepsOld: true to keep the older export beside the new one.
  func exportUsers(of emulator: Emulator, keepsOld: Bool, _ shutdown: Shutdown) throws {
    guard let exportPath else { return }
    shutdown.step(unfinishedExport)
    var export = UserExport(
      client: ControlClient(emulator), project: emulator.configuration.project)
    export.onProgress = shutdown.exportProgressed
    defer { shutdown.exportEnded() }
    export.onProgress()
    let folder = FolderExport(export: export, isImported: exportsToImport, keepsOld: keepsOld)
    let reply = try folder.write(to: exportPath)
    if !isQuiet, !printsJSON { Output.print(reply.text) }
  }
}

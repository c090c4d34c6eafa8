extension AuthEmulator {
  /// The faults of all projects.
  public var faults: EmulatorFaults { EmulatorFaults(connection: connection, project: nil) }
}

extension EmulatorProject {
  /// Faults that only requests of this project meet.
  public var faults: EmulatorFaults { EmulatorFaults(connection: connection, project: id) }
}

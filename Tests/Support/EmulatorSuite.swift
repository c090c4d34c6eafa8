internal import EmuModel

/// A suite whose tests have an emulator each.
open class EmulatorSuite {
  package let emulator: TestEmulator

  package init() throws { emulator = try TestEmulator() }

  package init(_ emulator: TestEmulator) { self.emulator = emulator }
}

/// A suite whose emulators are in production.
open class ProductionSuite: EmulatorSuite {
  package override init() throws { super.init(try TestEmulator(profile: .production)) }
}

/// A suite whose emulators allow functions enough time for a busy machine.
open class PatientSuite: EmulatorSuite {
  package override init() throws { super.init(try TestEmulator.patient()) }
}

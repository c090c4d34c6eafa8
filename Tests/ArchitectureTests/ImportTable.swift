/// The modules that targets import beside those that Package.swift declares.
enum ImportTable {
  /// The test kit's additional imports, which no part of the emulator has.
  static let kit: [String: Set<String>] = [
    "AuthEmulatorTestKit": ["Foundation", "FoundationNetworking"],
    "AuthEmulatorTesting": ["Testing", "XCTest"],
  ]

  /// The C libraries; each has one wrapper.
  static let systemModules: Set<String> = [
    "CSQLite", "COpenSSL", "CCrypt", "CArgon2", "CMicrohttpd", "CCurl", "CMalloc", "CBuild",
    "CYAML", "CXMLSec",
  ]

  /// Modules of the toolchain that any target may import.
  static let toolchain: Set<String> = ["Synchronization"]

  /// The system's C library by its names, for `EmuSystem` alone.
  static let systemLibrary: Set<String> = ["Darwin", "Glibc", "Musl"]

  /// The wrappers, and the targets with the signals and files of the process.
  static let mayCallTheSystem: Set<String> = [
    "EmuThread", "EmuSQLite", "EmuCrypto", "EmuHTTPServer", "EmuOutbound", "EmuServer",
    "EmuCommand", "EmuSAML", "EmuYAML",
  ]
}

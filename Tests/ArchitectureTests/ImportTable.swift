/// The modules that each target may import: the rules of docs/ARCHITECTURE.md.
///
/// A target imports only from rows below its own. The rows are read from that page.
enum ImportTable {
  static let allowed: [String: Set<String>] = [
    // 1 system
    "EmuThread": ["CMalloc"],
    // 2 base
    "EmuModel": [],
    "EmuJSON": [],
    "EmuHTTP": [],
    "EmuCBOR": [],
    "EmuSQLite": ["EmuThread", "CSQLite"],
    "EmuCrypto": ["COpenSSL", "CCrypt", "CArgon2"],
    // 3 shared
    "EmuHTTPServer": ["EmuHTTP", "EmuThread", "CMicrohttpd"],
    "EmuOutbound": ["EmuHTTP", "EmuThread", "CCurl"],
    "EmuYAML": ["CYAML", "EmuJSON"],
    "EmuWire": ["EmuJSON"],
    "EmuJOSE": ["EmuCrypto", "EmuJSON", "EmuThread"],
    "EmuStore": ["EmuModel", "EmuSQLite", "EmuJSON"],
    "EmuWebAuthn": ["EmuCBOR", "EmuCrypto", "EmuJSON"],
    // 4 providers and pages
    "EmuProviders": ["EmuJOSE", "EmuJSON", "EmuModel"],
    "EmuPages": ["EmuCrypto", "EmuHTTP", "EmuJOSE"],
    // 5 issuance
    "EmuIssuance": [
      "EmuCrypto", "EmuJOSE", "EmuJSON", "EmuModel", "EmuProviders", "EmuStore",
    ],
    "EmuControlCalls": [
      "EmuHTTP", "EmuJSON", "EmuModel", "EmuPages", "EmuProviders", "EmuStore", "EmuThread",
    ],
    // 6 domains
    "EmuAPI": [
      "EmuControlCalls", "EmuCrypto", "EmuHTTP", "EmuIssuance", "EmuJOSE", "EmuJSON", "EmuModel",
      "EmuOutbound", "EmuPages",
      "EmuProviders", "EmuStore", "EmuThread", "EmuWebAuthn", "EmuWire",
    ],
    "EmuIssuers": [
      "EmuControlCalls", "EmuCrypto", "EmuHTTP", "EmuIssuance", "EmuJOSE", "EmuJSON", "EmuModel",
      "EmuOutbound", "EmuPages",
      "EmuProviders", "EmuStore", "EmuThread",
    ],
    "EmuControl": [
      "EmuControlCalls", "EmuCrypto", "EmuHTTP", "EmuJOSE", "EmuJSON", "EmuModel", "EmuProviders",
      "EmuStore",
      "EmuThread",
    ],
    "EmuWebSignIn": [
      "EmuControlCalls", "EmuHTTP", "EmuIssuance", "EmuJSON", "EmuModel", "EmuPages",
      "EmuProviders", "EmuStore",
    ],
    "EmuConsole": ["EmuCrypto", "EmuHTTP", "EmuPages"],
    // 7 composition
    "EmuServer": [
      "CBuild", "EmuAPI", "EmuConsole", "EmuControl", "EmuControlCalls", "EmuCrypto", "EmuHTTP",
      "EmuHTTPServer", "EmuIssuance", "EmuIssuers",
      "EmuJOSE", "EmuJSON", "EmuModel", "EmuOutbound", "EmuProviders", "EmuStore", "EmuThread",
      "EmuWebSignIn", "EmuYAML",
    ],
    // 8 entry
    "EmuCommand": [
      "EmuCrypto", "EmuHTTP", "EmuHTTPServer", "EmuJOSE", "EmuJSON", "EmuModel", "EmuOutbound",
      "EmuServer", "EmuStore", "EmuThread",
    ],
    "auth-emulator": ["EmuCommand"],
    // The test kit, independent of the emulator.
    "AuthEmulatorTestKit": [],
    "AuthEmulatorTesting": ["AuthEmulatorTestKit"],
  ]

  /// The test kit's additional imports, which no part of the emulator has.
  static let kit: [String: Set<String>] = [
    "AuthEmulatorTestKit": ["Foundation", "FoundationNetworking"],
    "AuthEmulatorTesting": ["Testing", "XCTest"],
  ]

  /// The C libraries; each has one wrapper.
  static let systemModules: Set<String> = [
    "CSQLite", "COpenSSL", "CCrypt", "CArgon2", "CMicrohttpd", "CCurl", "CMalloc", "CBuild",
    "CYAML",
  ]

  /// Modules of the toolchain that any target may import.
  static let toolchain: Set<String> = ["Synchronization"]

  /// The system's C library, for the wrappers, and for the signals and files of the entry target.
  static let systemLibrary: Set<String> = ["Darwin", "Glibc", "Musl"]
  static let mayCallTheSystem: Set<String> = [
    "EmuThread", "EmuSQLite", "EmuCrypto", "EmuHTTPServer", "EmuOutbound", "EmuServer",
    "EmuCommand", "EmuYAML", "auth-emulator",
  ]
}

// swift-tools-version: 6.2
import PackageDescription

// Every target but the C wrappers compiles under strict memory safety: a pointer that escapes a
// wrapper is a compile error. Within a wrapper most calls would carry the mark `unsafe`, which would
// then distinguish nothing; and a thread's handle is a number on Linux and a pointer on macOS, so
// that one of the two would reject the mark. See docs/ARCHITECTURE.md for what may import what.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
// For the sanitizers. Wrappers stay as they are written: the optimizer hides some of their faults.
let optimizes = Context.environment["EMU_OPTIMIZE"] != nil
let memorySafe =
  strict + [.strictMemorySafety()] + (optimizes ? [.unsafeFlags(["-O"])] : [])

func wrapper(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// - Parameter assets: files that are embedded in the binary.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], assets: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    resources: assets.map { .embedInCode("Assets/" + $0) }, swiftSettings: memorySafe)
}

/// The console's modules, of which each is a file of its `Assets`.
let consoleScripts = [
  "advice", "api", "app", "apple", "bulk", "chart", "chrome", "client", "clock", "confirm", "copy",
  "csv", "data", "dom", "explain", "exports", "faultform", "faults", "focus", "form", "home",
  "icons", "inbox", "issuer", "issuers", "keys", "live", "log", "mail", "mint", "place",
  "press", "provider", "providers", "recording", "repeat", "report", "request", "requests",
  "router", "scenarios", "sdk", "snapshots", "split", "start", "state", "storage", "switches",
  "table", "tenants", "time", "token", "transfer", "user", "usercolumns", "userfactors",
  "userfilter", "userforms", "users", "ways", "zip",
]

func tests(_ name: String, _ dependencies: [Target.Dependency], _ resources: [String] = [])
  -> Target
{
  .testTarget(
    name: name, dependencies: dependencies, exclude: resources, swiftSettings: memorySafe)
}

let package = Package(
  name: "auth-emulator",
  // The server needs macOS 15. The kit is all that an app's target compiles for the others.
  platforms: [.macOS(.v15), .iOS(.v15), .tvOS(.v15), .watchOS(.v8)],
  products: [
    .executable(name: "auth-emulator", targets: ["auth-emulator"]),
    .library(name: "AuthEmulatorTestKit", targets: ["AuthEmulatorTestKit"]),
    .library(name: "AuthEmulatorTesting", targets: ["AuthEmulatorTesting"]),
  ],
  targets: [
    // MARK: 0 libraries
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CCrypt", pkgConfig: "libxcrypt",
      providers: [.apt(["libcrypt-dev"]), .brew(["libxcrypt"])]),
    .systemLibrary(
      name: "CArgon2", pkgConfig: "libargon2",
      providers: [.apt(["libargon2-dev"]), .brew(["argon2"])]),
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    // Not linked: loaded at the first call of another server.
    .target(name: "CCurl"),

    // The facts of a build.
    .target(
      name: "CBuild",
      cSettings: [
        .define("EMU_COMMIT", to: "\"\(Context.environment["EMU_COMMIT"] ?? "")\"")
      ]),

    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    // Not linked: loaded at the first message of SAML. Only its C file sees the libraries' headers.
    .target(
      name: "CXMLSec",
      cSettings: [
        .unsafeFlags(
          [
            "/usr", "/usr/local", "/opt/homebrew", "/usr/local/opt/libxml2",
            "/opt/homebrew/opt/libxml2",
          ]
          .flatMap { ["-I\($0)/include/libxml2", "-I\($0)/include/xmlsec1"] })
      ]),

    // The C library's own header of malloc(3), which belongs to no module.
    .systemLibrary(name: "CMalloc"),

    // MARK: 0 the system's C library, by one name
    wrapper("EmuSystem", []),

    // MARK: 1 system and JSON
    wrapper("EmuThread", ["CMalloc", "EmuSystem"]),
    module("EmuJSON"),

    // MARK: 2 base
    module("EmuModel", ["EmuJSON"]),
    wrapper("EmuSQLite", ["CSQLite", "EmuSystem", "EmuThread"]),
    wrapper("EmuCrypto", ["COpenSSL", "CCrypt", "CArgon2"]),

    // MARK: 3 texts
    module("EmuHTTP", ["EmuCrypto", "EmuModel"], assets: ["page.css", "submit.js"]),
    module("EmuJOSE", ["EmuCrypto", "EmuJSON", "EmuThread"]),

    // MARK: 4 shared
    wrapper("EmuHTTPServer", ["EmuHTTP", "EmuSystem", "EmuThread", "CMicrohttpd"]),
    wrapper("EmuOutbound", ["EmuHTTP", "EmuSystem", "EmuThread", "CCurl"]),
    wrapper("EmuYAML", ["CYAML", "EmuJSON"]),
    wrapper("EmuSAML", ["CXMLSec", "EmuCrypto", "EmuJOSE", "EmuJSON", "EmuModel"]),
    module("EmuStore", ["EmuModel", "EmuSQLite", "EmuJSON"]),
    module("EmuWebAuthn", ["EmuCrypto", "EmuJSON", "EmuModel"]),

    // MARK: 5 providers
    module(
      "EmuIdentity", ["EmuCrypto", "EmuJOSE", "EmuJSON", "EmuModel", "EmuStore"]),

    // MARK: 6 control calls
    module(
      "EmuControlCalls",
      ["EmuHTTP", "EmuJSON", "EmuModel", "EmuStore", "EmuThread"]),

    // MARK: 7 domains
    module(
      "EmuAPI",
      [
        "EmuControlCalls", "EmuCrypto", "EmuHTTP", "EmuIdentity", "EmuJOSE", "EmuJSON", "EmuModel",
        "EmuOutbound", "EmuSAML", "EmuStore", "EmuThread", "EmuWebAuthn",
      ]),
    module(
      "EmuIssuers",
      [
        "EmuControlCalls", "EmuCrypto", "EmuHTTP", "EmuIdentity", "EmuJOSE", "EmuJSON", "EmuModel",
        "EmuOutbound", "EmuSAML", "EmuStore", "EmuThread",
      ],
      assets: ["debugger.js", "photo.jpg"]),
    module(
      "EmuControl",
      [
        "EmuControlCalls", "EmuCrypto", "EmuHTTP", "EmuIdentity", "EmuJOSE", "EmuJSON", "EmuModel",
        "EmuStore", "EmuThread", "EmuYAML",
      ],
      assets: ["scenarios"]),

    module(
      "EmuWebSignIn",
      [
        "EmuControlCalls", "EmuHTTP", "EmuIdentity", "EmuJOSE", "EmuJSON", "EmuModel", "EmuSAML",
        "EmuStore",
      ],
      assets: ["form.js", "gapi.js", "iframe.js", "leave.js", "popup.js", "redirect.js"]),

    module(
      "EmuConsole", ["EmuCrypto", "EmuHTTP", "EmuModel"],
      assets: ["console.css", "tables.css", "screens.css", "log.css", "phone.css", "icon.svg"]
        + consoleScripts.map { $0 + ".js" }),

    // MARK: 8 composition
    module(
      "EmuServer",
      [
        "CBuild", "EmuAPI", "EmuConsole", "EmuControl", "EmuControlCalls", "EmuCrypto", "EmuHTTP",
        "EmuHTTPServer", "EmuIdentity", "EmuIssuers", "EmuJOSE", "EmuJSON", "EmuModel",
        "EmuOutbound", "EmuStore", "EmuSystem", "EmuThread", "EmuWebSignIn", "EmuYAML",
      ],
      assets: ["llms.txt"]),

    // MARK: 9 entry
    module(
      "EmuCommand",
      [
        "EmuCrypto", "EmuHTTP", "EmuHTTPServer", "EmuJOSE", "EmuJSON", "EmuModel", "EmuOutbound",
        "EmuServer", "EmuStore", "EmuSystem", "EmuThread",
      ]),
    .executableTarget(
      name: "auth-emulator", dependencies: ["EmuCommand", "EmuSystem"], swiftSettings: memorySafe),

    // MARK: the test kit, which no part of the emulator imports
    module("AuthEmulatorTestKit"),
    module("AuthEmulatorTesting", ["AuthEmulatorTestKit"]),

    // MARK: tests
    .target(
      name: "EmuTestTools", path: "Tests/Tools", exclude: ["compare_builds.py", "placeholders.py"],
      swiftSettings: memorySafe),
    .target(
      name: "EmuTestCBOR", dependencies: ["EmuWebAuthn"], path: "Tests/CBOR",
      swiftSettings: memorySafe),
    .target(
      name: "EmuTestSupport",
      dependencies: [
        "EmuControl", "EmuCrypto", "EmuHTTP", "EmuHTTPServer", "EmuJOSE", "EmuJSON", "EmuModel",
        "EmuServer", "EmuStore", "EmuSystem",
        "EmuTestCBOR", "EmuTestTools", "EmuThread", "EmuWebAuthn",
      ],
      path: "Tests/Support", swiftSettings: memorySafe),
    tests(
      "CLITests",
      [
        "EmuCommand", "EmuHTTP", "EmuHTTPServer", "EmuJSON", "EmuModel", "EmuServer", "EmuSystem",
        "EmuTestSupport", "EmuTestTools",
      ],
      ["Goldens", "Inputs"]),
    tests("EmuModelTests", ["EmuAPI", "EmuJSON", "EmuModel"]),
    tests(
      "EmuAPITests",
      [
        "EmuAPI", "EmuCrypto", "EmuIdentity", "EmuIssuers", "EmuJOSE", "EmuJSON", "EmuModel",
        "EmuOutbound", "EmuSAML", "EmuSQLite", "EmuServer", "EmuStore", "EmuTestSupport",
        "EmuTestTools", "EmuThread",
      ], ["Goldens"]),
    tests(
      "EmuWebSignInTests",
      ["EmuCrypto", "EmuHTTP", "EmuJSON", "EmuModel", "EmuServer", "EmuTestSupport"]),
    tests(
      "EmuConsoleTests", ["EmuConsole", "EmuTestSupport", "EmuTestTools"]),
    tests(
      "ContractTests",
      [
        "EmuCrypto", "EmuHTTP", "EmuJSON", "EmuModel", "EmuServer", "EmuTestSupport",
        "EmuTestTools",
      ],
      ["Discovery", "Errors/codes.txt"]),
    tests("EmuStoreTests", ["EmuModel", "EmuSQLite", "EmuStore", "EmuTestTools"]),
    tests("ArchitectureTests", ["EmuTestTools"]),
    tests("EmuYAMLTests", ["EmuJSON", "EmuYAML"]),
    tests("EmuSAMLTests", ["EmuCrypto", "EmuSAML"]),
    tests("EmuJSONTests", ["EmuJSON", "EmuTestTools"], ["Vectors"]),
    tests("EmuHTTPTests", ["EmuHTTP"]),
    tests(
      "EmuHTTPServerTests", ["EmuHTTP", "EmuHTTPServer", "EmuTestSupport", "EmuTestTools"]),
    tests("EmuSQLiteTests", ["EmuSQLite", "EmuTestTools"]),
    tests(
      "EmuControlTests",
      [
        "EmuControl", "EmuControlCalls", "EmuCrypto", "EmuHTTP", "EmuModel", "EmuServer",
        "EmuStore", "EmuTestSupport", "EmuTestTools", "EmuThread",
      ]),
    tests(
      "EmuCryptoTests",
      ["EmuCrypto", "EmuHTTPServer", "EmuTestSupport", "EmuTestTools"], ["Vectors"]),
    tests(
      "EmuWebAuthnTests", ["EmuCrypto", "EmuModel", "EmuTestCBOR", "EmuWebAuthn"], ["Vectors"]),
    tests(
      "EmuOutboundTests",
      [
        "EmuCrypto", "EmuHTTP", "EmuHTTPServer", "EmuOutbound", "EmuSystem", "EmuTestSupport",
        "EmuTestTools",
      ]),
    tests("EmuJOSETests", ["EmuJOSE", "EmuCrypto", "EmuJSON", "EmuThread"], ["Vectors"]),
    tests("EmuIdentityTests", ["EmuIdentity", "EmuIssuers", "EmuJSON", "EmuModel"]),
    tests(
      "EmuIssuersTests",
      [
        "EmuCrypto", "EmuHTTPServer", "EmuIdentity", "EmuIssuers", "EmuJOSE", "EmuModel",
        "EmuServer", "EmuStore", "EmuTestSupport",
      ]),
    tests("EmuThreadTests", ["EmuThread"]),
    tests(
      "AuthEmulatorTestKitTests", ["AuthEmulatorTestKit", "AuthEmulatorTesting", "EmuTestTools"]),
  ],
  swiftLanguageModes: [.v6]
)

// The parsers under libFuzzer, which few toolchains have: `scripts/fuzz parsers`.
if Context.environment["EMU_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "EmuFuzz",
      dependencies: [
        "EmuControl", "EmuCrypto", "EmuHTTP", "EmuIdentity", "EmuIssuers", "EmuJOSE",
        "EmuJSON", "EmuModel", "EmuSAML", "EmuTestCBOR", "EmuWebAuthn", "EmuYAML",
      ],
      path: "Tests/Fuzz", exclude: ["corpus"], swiftSettings: strict))
}

// A package that depends on this one by its address has it among its checkouts. It gets the kit alone:
// no library of the system is looked for, and no C is compiled.
if Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts" {
  let kit: Set = ["AuthEmulatorTestKit", "AuthEmulatorTesting"]
  package.products.removeAll { !kit.contains($0.name) }
  package.targets.removeAll { !kit.contains($0.name) }
}

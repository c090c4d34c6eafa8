#if os(macOS) || os(Linux)
  import Foundation

  /// Looks for the command `auth-emulator`.
  struct BinarySearch {
    var environment: [String: String] = ProcessInfo.processInfo.environment
    /// The folders of package managers, which are not in the environment of Xcode's tests.
    var installs: [URL] = ["/opt/homebrew/bin", "/usr/local/bin"].map {
      URL(fileURLWithPath: $0)
    }
    /// The folder where SwiftPM stores the artifact bundle that the package in the current folder names.
    var artifacts: [URL] = {
      let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      let package = current.lastPathComponent.lowercased()
      return [
        current.appendingPathComponent(
          ".build/artifacts/\(package)/auth-emulator/auth-emulator.artifactbundle/\(Self.variant)")
      ]
    }()
    /// Folders to look into last: beside the running tests, below the current folder, and in the
    /// sources of this package.
    var builds: [URL] = {
      let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      return [Bundle.main.bundleURL]
        + [current, package].flatMap { folder in
          ["release", "debug"].map { folder.appendingPathComponent(".build/\($0)") }
        }
    }()

    /// Returns the first executable: the given one, `AUTH_EMULATOR_BINARY`, one in `PATH`, one
    /// in an artifact bundle, an installed one, a build.
    ///
    /// - Throws: `AuthEmulatorError` that names the locations. A given one that is not executable
    ///   is an error, and nothing else is tried.
    func binary(given: URL?) throws -> URL {
      let named = environment["AUTH_EMULATOR_BINARY"].flatMap { $0.isEmpty ? nil : $0 }
      if let chosen = given ?? named.map({ URL(fileURLWithPath: $0) }) {
        guard Self.canRun(chosen) else {
          throw AuthEmulatorError(
            .launchFailed, "\(chosen.path) is not a program that can be run.",
            nextStep:
              "Correct the path of `auth-emulator`\(given == nil ? " in AUTH_EMULATOR_BINARY" : "")."
          )
        }
        return chosen
      }
      let path = (environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)) }
      let candidates = (path + artifacts + installs + builds).map {
        $0.appendingPathComponent("auth-emulator")
      }
      return try candidates.first(where: Self.canRun).orThrow(
        AuthEmulatorError(
          .launchFailed, "The command `auth-emulator` was found neither in PATH nor in .build.",
          nextStep: """
            Build it with `swift build --product auth-emulator`, or put its path into \
            AUTH_EMULATOR_BINARY.
            """))
    }

    /// The folder of an artifact bundle for this system and machine.
    static let variant: String = {
      #if os(macOS)
        let system = "darwin"
      #else
        let system = "linux"
      #endif
      #if arch(arm64)
        return system + (system == "linux" ? "-aarch64" : "-arm64")
      #else
        return "\(system)-x86_64"
      #endif
    }()

    private static func canRun(_ file: URL) -> Bool {
      let isFolder = try? file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
      return isFolder == false && FileManager.default.isExecutableFile(atPath: file.path)
    }
  }
#endif

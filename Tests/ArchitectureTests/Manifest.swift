import EmuTestTools

struct Manifest {
  struct Target {
    let name: String
    /// The path below the package's root.
    let folder: String
    let dependencies: Set<String>
  }

  let targets: [Target]

  init() throws {
    let text = try Repository.text("Package.swift")
    let declaration =
      #/(wrapper|module|tests|\.target|\.executableTarget)\(\s*(?:name:\s*)?"([\w-]+)"(?:,\s*(?:dependencies:\s*)?\[([^\]]*)\])?(?:,\s*path:\s*"([^"]+)")?/#
    targets = text.matches(of: declaration).map { match in
      let name = String(match.2)
      let dependencies = (match.3 ?? "").matches(of: #/"([\w-]+)"/#).map { String($0.1) }
      return Target(
        name: name,
        folder: match.4.map(String.init) ?? (match.1 == "tests" ? "Tests/" : "Sources/") + name,
        dependencies: Set(dependencies))
    }
  }
}

internal import CBuild

/// The version that `--version`, the banner and `health` return.
package let emulatorVersion = "0.1.0"

/// The version with the commit, which `scripts/build-release` passes to the compiler.
package let emulatorBuild: String = {
  // A literal of the C target.
  let commit = unsafe String(cString: emu_commit())
  return commit.isEmpty ? emulatorVersion : "\(emulatorVersion) (\(commit))"
}()

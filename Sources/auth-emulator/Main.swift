import EmuCommand
import EmuSystem

@main
struct Main {
  static func main() {
    // Without the handlers of exit(3): OpenSSL's would free memory of a thread that generates a key.
    _exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}

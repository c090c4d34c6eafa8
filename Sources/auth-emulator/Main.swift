internal import EmuServer

@main
struct Main {
  static func main() throws {
    var configuration = Configuration(location: .ephemeral)
    configuration.port = 0
    let emulator = try Emulator(configuration)
    print(try emulator.start().url)
    while readLine() != nil {}
    try emulator.stop()
  }
}

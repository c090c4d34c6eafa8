internal import EmuControlCalls

extension Control {
  /// Reading it and checking passwords against hashes may be slow, so a separate thread does it.
  func seed(_ call: ControlCall) throws -> ControlAnswer<Seeder.Report> {
    onImportQueue {
      let body = try DocumentBody.read(call.request, isSeed: true)
      return try services.seeder.seed(Seed(reading: body, providers: services.providers))
    }
  }
}

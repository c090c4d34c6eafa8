internal import EmuControlCalls

extension Control {
  /// `POST seed`: stores a seed document; returns the numbers of new or changed items.
  ///
  /// Reading it and checking passwords against hashes may be slow, so a separate thread does it.
  func seed(_ call: ControlCall) throws -> ControlAnswer<Seeder.Report> {
    ControlAnswer(
      onImportQueue {
        let body = try DocumentBody.read(call.request, isSeed: true)
        return try store(Seed(reading: body, providers: services.providers)).answer
      })
  }

  private func store(_ seed: Seed) throws -> ControlAnswer<Seeder.Report> {
    let seeder = services.seeder
    let verified = try seeder.verifiedPasswords(of: seed)
    return write { writer in
      try seeder.apply(seed, verified: verified, writer)
    } finish: {
      $0
    }
  }
}

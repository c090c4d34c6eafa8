internal import EmuHTTP
internal import EmuJSON

/// The response of `seed`: the numbers of new or changed items.
struct SeedReport: Decodable {
  var created: Int
  var updated: Int
  var issuers: Int
  var providers: Int
  var settings: Int
}

extension Control {
  /// `POST seed`: stores a seed document; returns `{created, updated, issuers, providers,
  /// settings}`.
  ///
  /// Reading it and checking passwords against hashes may be slow, so a separate thread does it.
  func seed(_ call: ControlCall) throws -> Answer {
    onImportQueue {
      let body = try DocumentBody.read(call.request, isSeed: true)
      return try store(Seed(reading: body, providers: services.providers))
    }
  }

  private func store(_ seed: Seed) throws -> Answer {
    let seeder = services.seeder
    let verified = try seeder.verifiedPasswords(of: seed)
    return write { writer in
      try seeder.apply(seed, verified: verified, writer)
    } finish: { report in
      [
        "created": .int(Int64(report.created)), "updated": .int(Int64(report.updated)),
        "issuers": .int(Int64(report.issuers)), "providers": .int(Int64(report.providers)),
        "settings": .int(Int64(report.settings)),
      ]
    }
  }
}

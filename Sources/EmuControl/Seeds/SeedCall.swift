internal import EmuHTTP
internal import EmuJSON

extension Control {
  /// `POST seed`: a seed document → `{created, updated, issuers}`.
  func seed(_ call: ControlCall) throws -> Answer {
    let seed = try Seed(parsing: call.request.body)
    let seeder = services.seeder
    let verified = try seeder.verifiedPasswords(of: seed)
    return write { writer in
      try seeder.apply(seed, verified: verified, writer)
    } finish: { report in
      [
        "created": .int(Int64(report.created)), "updated": .int(Int64(report.updated)),
        "issuers": .int(Int64(report.issuers)),
      ]
    }
  }
}

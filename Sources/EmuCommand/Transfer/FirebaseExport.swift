import EmuCrypto
import EmuJOSE
import EmuJSON
import EmuModel
import EmuServer

/// Writes a file for `firebase auth:import`, with scrypt hashes as production stores them.
///
/// The salts are those of the users, so that two exports of the same users are identical.
struct FirebaseExport {
  let export: UserExport
  let form: FirebaseAccount.Form

  func write(to path: String) throws -> ClientReply {
    let parameters = parameters
    let hasher = try ScryptHasher(parameters, for: form)
    let isCSV = form != .json
    let tenant = export.input.options["--tenant"]
    let counts = try export.counts()
    let progress = ProgressBar(
      "export", of: counts.first { $0.tenant == tenant }?.users ?? 0, .users)
    defer { progress.end() }
    var losses = FirebaseAccount.Losses()
    var count = 0
    let bytes = try FileDraft.write(path) { draft in
      if !isCSV { try draft.append("{\"users\":[") }
      try export.forEachPage(ofTenant: tenant) { users in
        let accounts = hasher.hashed(users) { [count] done in progress.reach(count + done) }
        var text = ""
        for account in accounts {
          losses.passwords += account.losses.passwords
          losses.identities += account.losses.identities
          losses.factors += account.losses.factors
          losses.passkeys += account.losses.passkeys
          losses.members.formUnion(account.losses.members)
          if isCSV {
            text += account.csv + "\n"
          } else {
            text += (count == 0 ? "\n" : ",\n") + JSON.object(account.json).serialized()
          }
          count += 1
        }
        try draft.append(text)
      }
      if !isCSV { try draft.append("\n]}\n") }
    }
    let tenantUsers = tenant == nil ? counts.dropFirst().reduce(0) { $0 + $1.users } : 0
    return reply(path, bytes, count, losses, tenantUsers, parameters)
  }

  private var parameters: PasswordHashParameters {
    let options = export.input.options
    var parameters = PasswordHashParameters.ofFiles
    if let key = options["--hash-key"] { parameters.signerKey = key }
    if let separator = options["--salt-separator"] { parameters.saltSeparator = separator }
    if let rounds = options["--rounds"] { parameters.rounds = Int(rounds) }
    if let cost = options["--mem-cost"] { parameters.memoryCost = Int(cost) }
    return parameters
  }

  private func reply(
    _ path: String, _ bytes: Int, _ users: Int, _ losses: FirebaseAccount.Losses,
    _ tenantUsers: Int, _ parameters: PasswordHashParameters
  ) -> ClientReply {
    let (key, separator) = (parameters.signerKey ?? "", parameters.saltSeparator ?? "")
    let (rounds, cost) = (parameters.rounds ?? 8, parameters.memoryCost ?? 14)
    var text: TerminalText = """
      Wrote \(path), \(users.counted("user")). Import it into a project of production:

        firebase auth:import \(ShellWord.argument(path)) --hash-algo=SCRYPT --hash-key=\(key) \
      --salt-separator=\(separator) --rounds=\(rounds) --mem-cost=\(cost)

      """
    if losses.passwords > 0 {
      text +=
        "Left out: imported hashes of other parameters, \(losses.passwords). A file has one algorithm, so "
        + "\(losses.passwords == 1 ? "this user" : "these users") cannot sign in with a password after an "
        + "import.\n"
    }
    if losses.identities > 0 {
      text +=
        "Left out: identities, \(losses.identities). The file has only those of "
        + "\(form.providers.joined(separator: ", ")).\n"
    }
    if losses.factors > 0 {
      text +=
        "Left out: second factors, \(losses.factors). \(form == .json ? "The JSON" : "The CSV") of "
        + "auth:import accepts \(form == .json ? "only phone numbers" : "none").\n"
    }
    if losses.passkeys > 0 { text += "Left out: passkeys, \(losses.passkeys).\n" }
    let members = losses.members.sorted()
    if !members.isEmpty {
      text += "Left out: \(members.joined(separator: ", ")). The file has no such members.\n"
    }
    if tenantUsers > 0 {
      text +=
        "Left out: users of tenants, \(tenantUsers). --tenant ID exports those of one.\n"
    }
    return ClientReply(
      json: [
        "file": .string(path), "bytes": .int(Int64(bytes)), "users": .int(Int64(users)),
        "hashAlgorithm": "SCRYPT", "signerKey": .string(key), "saltSeparator": .string(separator),
        "rounds": .int(Int64(rounds)), "memoryCost": .int(Int64(cost)),
        "lostPasswords": .int(Int64(losses.passwords)),
        "lostIdentities": .int(Int64(losses.identities)),
        "lostSecondFactors": .int(Int64(losses.factors)),
        "lostPasskeys": .int(Int64(losses.passkeys)),
        "lostMembers": .array(members.map(JSON.string)),
        "lostTenantUsers": .int(Int64(tenantUsers)),
      ], text: text)
  }
}

internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// `auth-emulator users`: the users of a project, through the calls of an Admin SDK.
enum UsersCommand {
  static let command = ClientCommand(
    name: "users", summary: "lists, creates, changes and removes users",
    about:
      "Lists and changes the users of a project. USER is a uid, an e-mail address or a phone number.",
    actions: [
      ClientAction(
        "list", "lists users in the order of their uids",
        flags: [
          .project, .tenant,
          .option("--limit", .count(as: "N"), "the maximum number (default: 100)"),
          .option("--page", .text("TOKEN"), "continues where an earlier list ended"),
        ]
      ) { input, client in
        let answer = try client.admin(
          .get, try client.projectPath(input, creates: false) + "accounts:batchGet",
          query: [
            ("maxResults", input.options["--limit"] ?? "100"),
            ("nextPageToken", input.options["--page"]),
          ])
        let rows = answer.list("users").map(UserText.cells)
        let scope = input.options["--tenant"] == nil ? "project" : "tenant"
        let empty: TerminalText =
          input.options["--page"] == nil ? "The \(scope) has no users." : "No user follows."
        let next: TerminalText =
          answer["nextPageToken"]?.string.map { "More: --page \($0)\n" } ?? ""
        return ClientReply(
          json: answer,
          text: TextTable.text(UserText.header, rows, empty: empty) + next)
      },
      ClientAction("show", words: ["USER"], "shows a user", flags: scope) {
        input, client in reply(try user(input, client))
      },
      ClientAction("create", "creates a user", flags: scope + fields + [uid], changes: true) {
        input, client in
        // Creating a user accepts no custom claims.
        var body = input.body
        body["customAttributes"] = nil
        let answer = try client.admin(.post, try client.projectPath(input) + "accounts", body)
        let uid = answer.text("localId")
        if let claims = input.body["customAttributes"] {
          do {
            _ = try update(uid, ["customAttributes": claims], input, client)
          } catch {
            _ = try? delete(.string(uid), input, client)
            throw error
          }
        }
        return reply(try lookup("localId", uid, input, client) ?? answer)
      },
      ClientAction(
        "update", words: ["USER"], "changes a user", flags: scope + fields, changes: true,
        check: { input in
          guard input.body.isEmpty else { return }
          throw CommandFailure.usage(
            "Add what changes: \(fields.map(\.usage).joined(separator: ", ")).")
        }
      ) { input, client in
        try changed(input, client, input.body)
      },
      ClientAction("disable", words: ["USER"], "disables a user", flags: scope, changes: true) {
        input, client in
        try changed(input, client, ["disableUser": true])
      },
      ClientAction("enable", words: ["USER"], "enables a user", flags: scope, changes: true) {
        input, client in
        try changed(input, client, ["disableUser": false])
      },
      ClientAction(
        "unlink", words: ["USER", "PROVIDER"], "removes a provider of a user", flags: scope,
        changes: true
      ) { input, client in
        let provider = input.words[1]
        let linked = try user(input, client).list("providerUserInfo")
          .compactMap { $0["providerId"]?.string }
        guard linked.contains(provider) else {
          let list = linked.isEmpty ? "none" : linked.joined(separator: ", ")
          throw CommandFailure(
            "\(input.words[0]) has no provider \(provider) to remove. Linked: \(list).")
        }
        return try changed(input, client, ["deleteProvider": [.string(provider)]])
      },
      ClientAction(
        "link", words: ["USER", "PROVIDER"], "adds a provider to a user",
        flags: scope + [
          .text("--sub", "SUB", at: "rawId", "the user's id there (default: the uid)"),
          .text("--email", "ADDRESS", at: "email", "the address there"),
          .text("--name", "NAME", at: "displayName", "the name there"),
        ], changes: true
      ) { input, client in
        var identity = input.body
        identity["providerId"] = .string(input.words[1])
        if identity["rawId"] == nil { identity["rawId"] = try user(input, client)["localId"] }
        return try changed(input, client, ["linkProviderUserInfo": .object(identity)])
      },
      ClientAction(
        "delete", words: ["[USER]"], "deletes a user, or all of the project or tenant",
        flags: scope + [.option("--all", "deletes every user")],
        changes: true,
        check: { input in
          guard input.words.isEmpty != (input.options["--all"] != nil) else { return }
          throw CommandFailure.usage("Name a USER, or write --all and no user.")
        }
      ) { input, client in
        guard !input.words.isEmpty else {
          let path = try client.projectPath(input, creates: false)
          let query = [("count", "true"), ("limit", "1")]
          let count = try client.control(.get, path + "users", query: query)["count"]?.int ?? 0
          _ = try client.control(.delete, path + "accounts")
          return ClientReply(
            json: ["deleted": .int(count)],
            text: "Deleted \(count.counted("user")).\n", hasChanged: count > 0)
        }
        let uid = try user(input, client)["localId"] ?? .null
        let answer = try delete(uid, input, client)
        return ClientReply(json: answer, text: "Deleted \(uid.plainText).\n")
      },
    ])

  private static let scope: [Flag<ClientInput>] = [.project, .tenant]

  private static let uid = Flag<ClientInput>.text("--uid", "UID", at: "localId", "the uid")

  private static let fields: [Flag<ClientInput>] = [
    .text("--email", "ADDRESS", at: "email", "the e-mail address"),
    .toggle("--verified", at: "emailVerified", "the address is verified"),
    .toggle(
      "--unverified", at: "emailVerified", to: false, excludes: ["--verified"],
      "the address is not verified"),
    .text("--password", "TEXT", at: "password", "the password"),
    .text("--phone", "NUMBER", at: "phoneNumber", "the phone number, such as +15555550100"),
    .text("--name", "NAME", at: "displayName", "the display name"),
    .text("--photo", "URL", at: "photoUrl", "the photo"),
    .value("--claims", .json, "the custom claims, as JSON") {
      $0.set("customAttributes", to: .string($1.serialized()))
    },
  ]

  // MARK: - Requests

  /// The user that the first word names.
  private static func user(_ input: ClientInput, _ client: ControlClient) throws -> JSON {
    _ = try client.existingProject(input)
    let name = input.words[0]
    // A uid may contain any text, so it is looked up where the other form finds no user.
    let kinds =
      name.contains("@")
      ? ["email", "localId"] : name.hasPrefix("+") ? ["phoneNumber", "localId"] : ["localId"]
    for kind in kinds {
      if let user = try lookup(kind, name, input, client) { return user }
    }
    let project = try client.project(input)
    let tenant = input.options["--tenant"].map { " --tenant \(ShellWord.argument($0))" } ?? ""
    throw CommandFailure(
      "There is no user \(name) in \(project). `auth-emulator users list --project "
        + "\(ShellWord.argument(project))\(tenant)` lists them.")
  }

  private static func lookup(
    _ kind: String, _ value: String, _ input: ClientInput, _ client: ControlClient
  ) throws -> JSON? {
    try client.admin(
      .post, try client.projectPath(input) + "accounts:lookup", [kind: [.string(value)]]
    ).list("users").first
  }

  private static func update(
    _ uid: String, _ body: JSONObject, _ input: ClientInput, _ client: ControlClient
  ) throws -> JSON {
    var body = body
    body["localId"] = .string(uid)
    return try client.admin(.post, try client.projectPath(input) + "accounts:update", body)
  }

  private static func delete(
    _ uid: JSON, _ input: ClientInput, _ client: ControlClient
  ) throws -> JSON {
    try client.admin(.post, try client.projectPath(input) + "accounts:delete", ["localId": uid])
  }

  private static func changed(
    _ input: ClientInput, _ client: ControlClient, _ body: JSONObject
  ) throws -> ClientReply {
    let before = try user(input, client)
    let uid = before.text("localId")
    _ = try update(uid, body, input, client)
    var reply = reply(try lookup("localId", uid, input, client) ?? .null)
    reply.hasChanged = reply.json != before
    return reply
  }

  private static func reply(_ user: JSON) -> ClientReply {
    ClientReply(json: user, text: UserText.text(user))
  }
}

private enum UserText {
  static let header = ["UID", "EMAIL", "PHONE", "PROVIDERS", "STATE"]

  static func cells(_ user: JSON) -> [String] {
    [
      user.text("localId"), user.text("email", "-"),
      user.text("phoneNumber", "-"), providers(user),
      user["disabled"]?.bool == true ? "disabled" : "enabled",
    ]
  }

  static func text(_ user: JSON) -> TerminalText {
    TextTable.text([
      ("uid", user["localId"]?.string),
      (
        "email",
        user["email"]?.string.map { address in
          address + (user["emailVerified"]?.bool == true ? ", verified" : ", not verified")
        }
      ),
      ("phone", user["phoneNumber"]?.string), ("name", user["displayName"]?.string),
      ("photo", user["photoUrl"]?.string), ("providers", providers(user)),
      ("claims", user["customAttributes"]?.string),
      ("state", user["disabled"]?.bool == true ? "disabled" : nil),
    ])
  }

  private static func providers(_ user: JSON) -> String {
    var ways = user.list("providerUserInfo").compactMap { $0["providerId"]?.string }
    if user["passkeyInfo"]?.array?.isEmpty == false { ways.append("passkey") }
    if user["customAuth"]?.bool == true { ways.append("custom token") }
    if !ways.isEmpty { return ways.joined(separator: ", ") }
    let hasName = ["email", "phoneNumber"].contains { user[$0]?.string?.isEmpty == false }
    return hasName ? "no sign-in method" : "anonymous"
  }
}

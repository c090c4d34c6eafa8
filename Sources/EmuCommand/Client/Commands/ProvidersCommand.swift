internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// `auth-emulator providers`: the configured sign-in providers, through the calls of an Admin SDK.
enum ProvidersCommand {
  static let command = ClientCommand(
    name: "providers", summary: "lists, configures and removes sign-in providers",
    about: """
      Lists and changes the configured providers of a project or tenant. PROVIDER is an id such as
      oidc.corp or saml.corp, or the fixed one of a social provider.
      """,
    actions: [
      ClientAction("list", "lists the configured providers", flags: scope) { input, client in
        let base = try client.projectPath(input, creates: false)
        var (rows, all) = ([[String]](), JSONObject())
        for name in collections.values.map(\.name).sorted() {
          let configs = try Self.all(name, base, client)
          all[name] = .array(configs)
          rows += configs.map(cells)
        }
        return ClientReply(
          json: .object(all),
          text: TextTable.text(
            ["PROVIDER", "STATE", "CLIENT", "ISSUER"], rows, empty: "No provider is configured."))
      },
      ClientAction(
        "set", words: ["PROVIDER"],
        "changes a provider, or adds it, enabled unless --disabled is there",
        flags: scope + fields, changes: true,
        check: { input in
          let others = otherFlags[ProviderFamily(of: input.words[0])] ?? [:]
          guard let other = others.first(where: { input.body[$0.key] != nil }) else { return }
          throw CommandFailure.usage("\(other.value) is not for \(input.words[0]); leave it out.")
        }
      ) { input, client in
        let (name, idField) = collection(of: input)
        let base = try client.projectPath(input)
        let before = try all(name, base, client).first { id(of: $0) == input.words[0] }
        guard let before else {
          var body = input.body
          if body["enabled"] == nil { body["enabled"] = true }
          return reply(
            try client.admin(
              .post, base + name, version: "v2", query: [(idField, input.words[0])], body))
        }
        var reply = reply(
          try client.admin(
            .patch, try path(input, client), version: "v2",
            query: [("updateMask", mask(of: input.body).joined(separator: ","))], input.body))
        reply.hasChanged = reply.json != before
        return reply
      },
      ClientAction("remove", words: ["PROVIDER"], "removes a provider", flags: scope, changes: true)
      { input, client in
        ClientReply(
          json: try client.admin(.delete, try path(input, client), version: "v2"),
          text: "Removed \(input.words[0]).\n")
      },
    ])

  private static let scope: [Flag<ClientInput>] = [.project, .tenant]

  private static let fields: [Flag<ClientInput>] = [
    .text("--client-id", "ID", at: "clientId", "the client id of the project there"),
    .text("--client-secret", "TEXT", at: "clientSecret", "its secret"),
    .text("--issuer", "URL", at: "issuer", "oidc.*: the issuer (for the fake one: its address)"),
    .text("--name", "NAME", at: "displayName", "oidc.*, saml.*: the display name"),
    .toggle("--enabled", at: "enabled", "the provider signs in"),
    .toggle(
      "--disabled", at: "enabled", to: false, excludes: ["--enabled"],
      "the provider rejects every sign-in"),
    .value("--config", .jsonObject, "further members, as the Admin API names them") {
      for member in $1 { $0.body[member.key] = member.value }
    },
  ]

  /// The flags that a kind of provider does not have, by the members that they set.
  private static let otherFlags: [ProviderFamily: [String: String]] = [
    .social: ["displayName": "--name", "issuer": "--issuer"],
    .saml: ["clientId": "--client-id", "clientSecret": "--client-secret", "issuer": "--issuer"],
  ]

  // MARK: - Requests

  /// The collection of each kind of provider, and the member of a query that names a new one.
  private static let collections: [ProviderFamily: (name: String, idField: String)] = [
    .social: ("defaultSupportedIdpConfigs", "idpId"),
    .oidc: ("oauthIdpConfigs", "oauthIdpConfigId"),
    .saml: ("inboundSamlConfigs", "inboundSamlConfigId"),
  ]

  private static func collection(of input: ClientInput) -> (name: String, idField: String) {
    collections[ProviderFamily(of: input.words[0])] ?? ("", "")
  }

  /// Returns every configuration of a collection, page by page.
  private static func all(
    _ name: String, _ base: String, _ client: ControlClient
  ) throws -> [JSON] {
    var (found, token) = ([JSON](), String?.none)
    repeat {
      let page = try client.admin(
        .get, base + name, version: "v2", query: [("pageSize", "100"), ("pageToken", token)])
      found += page[name]?.array ?? []
      token = page["nextPageToken"]?.string
    } while token?.isEmpty == false
    return found
  }

  private static func path(_ input: ClientInput, _ client: ControlClient) throws -> String {
    try client.projectPath(input, creates: false) + collection(of: input).name + "/"
      + PercentEncoding.pathSegment(input.words[0])
  }

  /// Returns the paths of all members that are not objects.
  private static func mask(of body: JSONObject) -> [String] {
    body.flatMap { member in
      member.value.object.map { mask(of: $0).map { "\(member.key).\($0)" } } ?? [member.key]
    }
  }

  // MARK: - Text

  private static func cells(_ config: JSON) -> [String] {
    let client = config["clientId"]?.string ?? config["spConfig"]?["spEntityId"]?.string
    let issuer = config["issuer"]?.string ?? config["idpConfig"]?["idpEntityId"]?.string
    return [
      id(of: config), config["enabled"]?.bool == true ? "enabled" : "disabled",
    ] + [client, issuer].map { $0.flatMap { $0.isEmpty ? nil : $0 } ?? "-" }
  }

  private static func id(of config: JSON) -> String {
    config["name"]?.string?.split(separator: "/").last.map(String.init) ?? ""
  }

  private static func reply(_ config: JSON) -> ClientReply {
    let cells = cells(config)
    return ClientReply(
      json: config,
      text: TextTable.text(
        zip(["provider", "state", "client", "issuer"], cells).map { ($0, $1 == "-" ? nil : $1) }))
  }
}

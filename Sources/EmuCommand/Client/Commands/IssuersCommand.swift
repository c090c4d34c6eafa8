internal import EmuHTTP
internal import EmuJSON

/// `auth-emulator issuers`: the fake identity providers, their keys and people.
enum IssuersCommand {
  static let command = ClientCommand(
    name: "issuers", summary: "shows the fake identity providers, their keys and people",
    about: "Shows and changes the issuers of a running emulator: keys, people and consents.",
    actions: [
      ClientAction("list", "lists the issuers with their discovery documents") { _, client in
        try .table(
          client.control(.get, "issuers"), "issuers", ["ISSUER", "KEYS", "ADDRESS"],
          empty: "None."
        ) { issuer in
          [
            issuer.text("id"), String(issuer.list("keys").count),
            issuer.text("discoveryUrl", issuer.text("issuer")),
          ]
        }
      },
      ClientAction("people", words: ["ISSUER"], "lists the people of an issuer", flags: [.project])
      { input, client in
        try .table(
          client.control(.get, path(input, "/accounts"), query: [("project", input.project)]),
          "accounts", ["SUB", "EMAIL", "NAME"], empty: "The issuer has no people."
        ) { [$0.text("sub"), $0.text("email", "-"), name(of: $0)] }
      },
      ClientAction(
        "add", words: ["ISSUER"], "adds a person to an issuer", flags: [.project] + person,
        changes: true
      ) { input, client in
        let answer = try client.control(
          .post, path(input, "/accounts"), query: [("project", input.project)],
          input.body["account"]?.object ?? [:])
        return ClientReply(json: answer, text: "Added \(answer.text("sub")).\n")
      },
      ClientAction(
        "remove", words: ["ISSUER", "SUB"], "removes a person", flags: [.project], changes: true
      ) { input, client in
        let sub = PercentEncoding.pathSegment(input.words[1])
        return ClientReply(
          json: try client.control(
            .delete, path(input, "/accounts/\(sub)"), query: [("project", input.project)]),
          text: "Removed \(input.words[1]).\n")
      },
      ClientAction(
        "grants", words: ["ISSUER"], "lists who consented to which app", flags: [.project]
      ) { input, client in
        try .table(
          client.control(.get, path(input, "/grants"), query: [("project", input.project)]),
          "grants", ["WHO", "APP", "STATE"], empty: "No consent."
        ) { [$0.text("email", $0.text("sub")), $0.text("clientId"), $0.text("state")] }
      },
      ClientAction(
        "set", words: ["ISSUER", "OPTIONS"],
        "changes options of an issuer, in JSON as the control API names them", changes: true,
        check: { input in
          guard ValueKind.jsonObject.read(input.words[1]) == nil else { return }
          throw CommandFailure.usage(
            "OPTIONS is an object of JSON, such as {\"idTokenLifetimeSeconds\":60}.")
        }
      ) { input, client in
        let options = ValueKind.jsonObject.read(input.words[1]) ?? [:]
        let before = try client.control(.get, path(input, ""))
        let answer = try client.control(.patch, path(input, ""), options)
        return ClientReply(
          json: answer,
          text: TextTable.text(
            options.map { ($0.key, (answer["options"]?[$0.key] ?? answer[$0.key])?.plainText) }),
          hasChanged: answer != before)
      },
      ClientAction(
        "rotate", words: ["ISSUER"], "signs with a new key from now on",
        flags: [.toggle("--retire", at: "retire", "removes the old keys immediately")],
        changes: true
      ) { input, client in
        let answer = try client.control(.post, path(input, "/keys:rotate"), input.body)
        return ClientReply(
          json: answer, text: "The key \(answer.text("kid")) signs now.\n")
      },
    ])

  static let person: [Flag<ClientInput>] = [
    .text("--sub", "SUB", at: "account.sub", "the subject"),
    .text("--email", "ADDRESS", at: "account.email", "the address"),
    .toggle("--unverified", at: "account.emailVerified", to: false, "the address is not verified"),
    .value("--name", .name, "the given and the family name") { input, words in
      input.set("account.name.givenName", to: .string(words[0]))
      if words.count > 1 { input.set("account.name.familyName", to: .string(words[1])) }
    },
    .toggle("--hide-email", at: "account.hideEmail", "Apple gives the app a relay address"),
  ]

  /// Returns the name of a person in one text, which the control API may return in two parts.
  private static func name(of person: JSON) -> String {
    let parts = ["givenName", "familyName"].compactMap { person["name"]?[$0]?.string }
    return person.text("name", parts.isEmpty ? "-" : parts.joined(separator: " "))
  }

  static func path(_ input: ClientInput, _ rest: String) -> String {
    "issuers/\(PercentEncoding.pathSegment(input.words[0]))\(rest)"
  }
}

extension ValueKind where Value == [String] {
  /// One or two words of a person's name.
  fileprivate static let name = ValueKind(placeholder: "NAME", expectation: "a name") { text in
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    return words.isEmpty ? nil : words
  }
}

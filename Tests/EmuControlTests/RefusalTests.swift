import EmuStore
import EmuTestSupport
import Foundation
import Testing

struct Refusal: Sendable, CustomTestStringConvertible {
  /// The method and the path after `/emulator/v1/`.
  var call: String
  var body = ""
  /// Parts of the message, with ` | ` between them; `^` and `$` stand for its ends.
  var words: String
  var status = 400

  var testDescription: String { "\(call) \(body.prefix(200))" }

  func expect(_ location: SourceLocation = #_sourceLocation) async throws {
    let emulator = try TestEmulator(machine: Timestamp(milliseconds: 1_769_860_800_000))
    let seeded = await emulator.seed(
      #"""
      {version:1,projects:{kept:{apiKeys:["kept"],users:[{localId:"ann"}],tenants:[{id:"t"}],
        settings:{recentLogin:"on"},people:{"google.com":[{sub:"1"}]}}},
        issuers:{"apple.com":{accounts:[{sub:"1"}]}}}
      """#)
    #expect(seeded.status == 200, "\(seeded.text)")
    _ = await emulator.control(.post, "snapshots", #"{"name":"kept"}"#)
    let before = (
      try StateReading(of: emulator.emulator, project: "kept"), try await rest(of: emulator)
    )
    let parts = call.split(separator: " ", maxSplits: 1).map(String.init)
    let reply = await emulator.control(Method(rawValue: parts[0]), parts[1], body)
    let error = reply["error"]
    #expect(
      reply.status == status && error?["code"]?.int == Int64(status), sourceLocation: location)
    let name: JSON = status == 404 ? "NOT_FOUND" : "INVALID_ARGUMENT"
    #expect(error?["status"] == name, "\(reply.text)", sourceLocation: location)
    let message = "^" + (reply.errorMessage ?? "") + "$"
    let isSentence = message.hasSuffix(".$") && !message.hasSuffix("..$")
    #expect(isSentence && reply.text.hasSuffix("}\n"), "\(reply.text)", sourceLocation: location)
    for word in words.components(separatedBy: " | ") where word != "" {
      #expect(message.contains(word), "\(reply.text)", sourceLocation: location)
    }
    let after = try StateReading(of: emulator.emulator, project: "kept")
    #expect(after.difference(from: before.0) == nil, sourceLocation: location)
    #expect(try await rest(of: emulator) == before.1, sourceLocation: location)
  }

  private func rest(of emulator: TestEmulator) async throws -> [String] {
    let people = try ["apple.com", "google.com"].flatMap {
      try emulator.people($0).map(\.subject) + emulator.people($0, in: "kept").map(\.subject)
    }
    let clock = try emulator.store.read { try $0.clockState() }
    let snapshots = await emulator.control(.get, "snapshots")["snapshots"]?.array ?? []
    let recordings = await emulator.control(.get, "recordings")["recordings"]?.array ?? []
    return try people + emulator.store.read { try $0.projectIDs() }
      + ["\(clock) \(snapshots.count) \(recordings.count)"]
  }
}

@Suite struct `control: refusals` {
  private static let scenario = #""title":"t","why":"w""#

  /// Bodies by their call, each with the words of its refusal.
  private static let bodies: [String: [String: String]] = [
    "POST clock:advance": [
      "": "milliseconds", "{}": "milliseconds, seconds, minutes, hours and days add up",
      #"{"weeks":1}"#: "weeks", #"{"hours":1.5}"#: "hours",
    ],
    "POST clock:set": [
      #"{"now":"2026-01-31T12:00:00Z","frozen":"yes"}"#: "frozen", "{}": "now",
    ],
    "POST clock:freeze": [#"{"now":"x"}"#: "now"],
    "DELETE faults": [#"{"project":"x"}"#: "project: there is no such", "{": "body"],
    "DELETE report": [#"{"project":"x"}"#: "project: there is no such"],
    "POST issuers/apple.com/accounts/1:changePassword": [#"{"zz":1}"#: "zz: there is no such"],
    "POST reset": [
      #"{"to":"start"}"#: "to", #"{"project":["demo"]}"#: "project", "[": "body",
      #"{"projects":["a b"]}"#: "projects", #"{"projects":[".."]}"#: "projects",
      #"{"keys":"all"}"#: "keys",
      #"{"to":"seed","to":"seed"}"#: "the key to is there already; keep one",
    ],
    "POST snapshots": [
      #"{"name":"../x"}"#: "name:", #"{"name":""}"#: "name:", "{}": "name",
      #"{"name":"a","project":"nowhere"}"#: "project: there is no project \"nowhere\"",
      #"{"name":"a","projects":["p"]}"#: "projects",
    ],
    "POST recordings": [
      #"{"project":"a b"}"#: "project", #"{"project":".."}"#: "project",
      #"{"since":"yesterday"}"#: "since",
    ],
    "PATCH projects/kept/settings": [
      #"{"nothing":"on"}"#: "nothing | recentLogin | profile | clientPrivileges",
      #"{"recentLogin":"loud"}"#: "recentLogin | off | warn | on",
      #"{"trustPolicy":"on"}"#: "trustPolicy | claim | provider",
      #"{"recentLogin":true}"#: "recentLogin | warn",
      #"{"profile":"strict"}"#: "profile | compatible | production",
      #"{"quotas":"on","nothing":"on"}"#: "nothing", "[]": "object", "{": "body",
    ],
    "POST scenarios/disabled-user:run": [
      #"{"project":"a b"}"#: "project", #"{"project":".."}"#: "project",
    ],
    "POST scenarios:run": [
      #"{"scenario":{\#(scenario),"steps":[]}}"#: "at least one",
      #"{"scenario":{\#(scenario),"step":[]}}"#: "steps",
      #"{"scenario":{\#(scenario),"steps":[{"call":"GET /"},{"call":"POST /","body":{},"form":{}}]}}"#:
        "steps[1]: a request has one body. Leave out body or form.",
      #"{"scenario":{\#(scenario),"seed":{"usres":[]},"steps":[{"call":"GET /"}]}}"#: "users",
    ],
    "POST seed": [
      "{version:1,projects:{demo:{users:[{localId:'a'}]},\n  demo:{}}}":
        "^line 2, column 3: the key demo is there already; keep one of them.$"
    ],
    "POST projects/kept/import": [
      "": "^The file is empty.", "\u{FEFF} \n": "^The file is empty.",
      "[{}]": "^The file is a list.", "a\u{0}b": "^The file is not in UTF-8",
    ],
    "POST projects/kept/import?format=emulator": [
      #"{"accounts":{"":[{"localId":"a"}]}}"#: "^accounts.json is not an object. Write",
      #"{"accounts":{"t":{"user":[{"localId":"a"}]}}}"#:
        "^accounts-t.json: user is not read. Write",
      #"{"accounts":{"":{"users":{"localId":"a"}}}}"#: "^accounts.json: users is not a list.",
      #"{"accounts":{},"supplement":{"version":1,"foo":1}}"#:
        "^auth-emulator.json: foo: there is no such field here;  | remove it.$",
      #"{"accounts":{},"supplement":[]}"#: "^auth-emulator.json: a seed is an object",
      #"{"accounts":{},"supplement":{"version":1,"projects":{"a":{},"b":{}}}}"#:
        "^auth-emulator.json: projects: keep one of them. Correct the file",
      #"{"accounts":{},"supplement":{"version":1,"projects":{"a":{"users":{}}}}}"#:
        "^auth-emulator.json: projects.kept.users: ",
      #"{"users":[{"localId":"a"}]}"#:
        "^users is not read. Write {\"accounts\": {\"\": {\"users\"",
    ],
  ]

  private static let yaml = [
    "version: 1\nprojects: {}\n", "# a comment\nversion: 1\n", "---\nversion: 1\n",
  ]

  private static let alike: [(call: String, words: String, bodies: [String])] = [
    (
      "POST clock:advance", "range",
      [
        #"{"days":3000000}"#, #"{"days":9223372036854775807}"#, #"{"hours":9223372036854775807}"#,
        #"{"minutes":-9223372036854775808}"#, #"{"days":106751991167,"hours":24}"#,
        #"{"milliseconds":9223372036854775807,"seconds":1}"#, #"{"seconds":9223372036854775807}"#,
        #"{"milliseconds":9223372036854775807}"#, #"{"milliseconds":-9223372036854775808}"#,
        #"{"seconds":-1800000000}"#, #"{"seconds":253402300800}"#,
      ]
    ),
    (
      "POST clock:set", "RFC 3339",
      [
        #"{"now":"tomorrow"}"#, #"{"now":"2026-13-01T00:00:00Z"}"#,
        #"{"now":"2026-02-31T00:00:00Z"}"#,
      ]
    ),
    (
      "POST clock:set", "range",
      [
        #"{"now":"1969-12-31T23:59:59Z"}"#, #"{"now":"9999-01-01T00:00:00Z"}"#,
        #"{"now":"9999-12-31T23:59:59Z","frozen":true}"#,
      ]
    ),
    ("POST projects/kept/apiKeys", "apiKey", [#"{"apiKey":""}"#, #"{"apiKey":"a b"}"#, "{}"]),
    (
      "POST projects/kept/apiKeys", "this is the key that project other always has",
      [#"{"apiKey":"emulator-other"}"#]
    ),
    (
      "POST seed", "projects.kept.apiKeys[0]: this is the key that project other always has",
      [Seed.of("kept", #"apiKeys:["emulator-other"]"#)]
    ),
    (
      "POST seed", "passkeys[0].credentialId: write 1 to 1023 bytes in base64url",
      [Seed.users(#"{localId:"a",passkeys:[{credentialId:"no id!",publicKey:"pQ"}]}"#)]
    ),
    (
      "POST seed", "is expected here, not ",
      ["Infinity", "-Infinity", "NaN"].map { Seed.users(#"{localId:"a",customClaims:{n:\#($0)}}"#) }
    ),
    ("POST seed", "content type application/yaml", yaml),
    ("POST projects/demo/import?format=seed", "content type application/yaml", yaml),
    (
      "POST projects/kept/import", "none of the forms",
      [
        "google:\n  users:\n    - email: a@x.test\n      name: Test User\n",
        "<!DOCTYPE html>\n<html></html>", "c1;c1@x.test;false;;Ann Lee\n",
        "c1\tc1@x.test\tfalse\n", "ann, a@x.test\n",
      ]
    ),
  ]

  /// Calls with the same body, each with the words of its refusal.
  private static let imports: [String: String] = [
    "format=xml": "^format: the value must be one of seed, ndjson",
    "dryRun=yes": "^dryRun: the value must be true or false.",
    "hashAlgorithm=ROT13": "^hashAlgorithm: no password hash algorithm is called ROT13.",
    "hashAlgorithm=SCRYPT": "^hashAlgorithm: a SCRYPT import needs a signer key",
    "hashAlgorithm=HMAC_SHA256": "^hashAlgorithm: an HMAC import needs a signer key.",
    "hashAlgorithm=MD5&rounds=many": "^rounds: the value must be a number.",
    "signerKey=abc": "^signerKey belongs to a hashAlgorithm, which is missing.",
    "tenant=a%20b": "^tenant: a tenant id has letters",
    "format=seed&replace=true": "^A seed document names projects, tenants and hash parameters",
  ]

  private static let queries: [String: String] = [
    "requests?limit=0": "limit", "requests?limit=x": "limit", "requests?status=bad": "status",
    "requests?status=99": "status", "requests?after=zz-1": "after", "requests/zz-1?x=1": "x",
    "requests?bodies=maybe": "bodies", "requests?outcome=maybe": "outcome",
    "requests?before=none": "before", "requests?app=yes": "app",
    "export?format=csv":
      "^format: the value must be seed, ndjson, accounts or supplement.",
    "export?plainPasswords=1": "^plainPasswords: the value must be true or false.",
    "report?format=html": "junit", "report?project=": "^project: ",
    "requests?limit=1&limit=2": "^limit in the query: the field is there twice",
    "faults?project=%00": "^project: ", "export?project=..": "^project: ",
    "projects/kept/totpCodes?localId=x": "^USER_NOT_FOUND : There is no such account: it was",
    "issuers/apple.com/credentialState": "^sub in the query: the field is required.",
  ]

  private static let missing: [String: String] = [
    "GET requests/zz-1": "zz-1", "GET export?project=nowhere": "^There is no project nowhere.",
    "GET issuers/google.com/accounts?project=nowhere": "^There is no project nowhere.",
    "GET issuers/google.com/grants?project=nowhere": "^There is no project nowhere.",
    "POST scenarios/disabled-usr:run": "Is disabled-user meant?",
    "POST snapshots/..%2F..%2Fstate:restore": "", "DELETE snapshots/..%2F..%2Fstate": "",
    "POST snapshots/.draft-1:restore": "", "DELETE snapshots/.draft-1": "",
    "POST snapshots/none:restore": "", "DELETE snapshots/none": "",
    "DELETE issuers/google.com/accounts/1?project=nowhere": "^There is no project nowhere",
  ]

  private static let calls: [Refusal] = {
    var calls: [Refusal] = []
    func add(_ call: String, _ words: String, _ body: String = "", status: Int = 400) {
      calls.append(Refusal(call: call, body: body, words: words, status: status))
    }
    for (call, rows) in bodies { for (body, words) in rows { add(call, words, body) } }
    for row in alike { for body in row.bodies { add(row.call, row.words, body) } }
    for (query, words) in imports {
      add("POST projects/kept/import?\(query)", words, #"{"localId":"a"}"#)
    }
    for query in ["dryRun=true", "replace=true", "tenant=t1"] {
      let users = Seed.users(#"{localId:"ann"}"#)
      add("POST projects/kept/import?\(query)", "leave out the options for a tenant", users)
    }
    for (query, words) in queries { add("GET \(query)", words) }
    for (call, words) in missing { add(call, words, status: 404) }
    return calls
  }()

  private typealias Seeds = `control: seeds`
  private typealias Names = `control: names in seeds`
  private typealias Providers = `control: seeds of providers`

  /// Parts of seeds with the words of their refusals, the document around a part, and the place
  /// before the words.
  private static let parts: [([String: String], @Sendable (String) -> String, String)] = [
    (Seeds.badDocuments, { $0 }, ""), (Names.documents, { $0 }, ""),
    (Seeds.badUsers, { Seeds.besideGood($0) }, "projects.demo.users"),
    (Names.users, { Seeds.besideGood($0) }, "projects.demo.users[1]."),
    (Seeds.badProjects, { Seed.of("demo", $0) }, "projects.demo."),
    (Names.twice, { Seed.of("demo", $0) }, ""),
    (`control: configuration of seeds`.refusals, { Seed.of("demo", "config:{\($0)}") }, ""),
    (Seeds.badIssuers, { "{version:1,issuers:{\($0)}}" }, "issuers."),
  ]

  private static let seeds: [Refusal] = {
    var rows: [Refusal] = []
    for (table, document, place) in parts {
      rows += table.map {
        Refusal(call: "POST seed", body: document($0.key), words: place + $0.value)
      }
    }
    for (provider, config, field, words) in Providers.refusals {
      let words = "projects.demo.providers.\(provider).\(field):  | \(words)"
      let document = Providers.document(provider, config)
      rows.append(Refusal(call: "POST seed", body: document, words: words))
    }
    return rows
  }()

  @Test(arguments: calls + seeds)
  func `a call that cannot be made is refused, and changes nothing`(_ row: Refusal) async throws {
    try await row.expect()
  }
}

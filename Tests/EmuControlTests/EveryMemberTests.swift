import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// A value for every published field of a configuration, by the description of its type.
private enum Sample {
  private static let values: [String: JSON] = [
    "authorizedDomains": ["example.com"], "testPhoneNumbers": ["+15555550100": "123456"],
    "triggers": ["beforeCreate": ["functionUri": "http://localhost:1/f"]],
    "quotaDuration": "3600s", "startTime": "2026-01-01T00:00:00Z", "adjacentIntervals": 3,
    "minPasswordLength": 8, "maxPasswordLength": 20, "startScore": 0.5, "endScore": 0.5,
    "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["DE"]]],
    "defaultLocale": "de", "disableAuth": false,
  ]

  static func of(_ type: any Decodable.Type, named name: String = "") throws -> JSON {
    if let value = values[name] { return value }
    switch type {
    case is Bool.Type: return true
    case is String.Type: return "text"
    case is Int32.Type: return 5
    case is TextualInteger.Type: return "5"
    case let choice as any WireEnum.Type: return last(of: choice)
    case let list as any ListType.Type: return [try of(list.element)]
    default:
      var object = JSONObject()
      let hidden = (type as? any StoredResource.Type)?.unpublished ?? []
      for field in try FieldProbe.fields(ofMessage: type)
      where !field.isOutputOnly && !hidden.contains(field.name) {
        object[field.name] = try of(field.type, named: field.name)
      }
      return .object(object)
    }
  }

  private static func last<Choice: WireEnum>(of type: Choice.Type) -> JSON {
    .string(Array(type.allCases).last?.rawValue ?? "")
  }
}

extension JSON {
  /// The value without the members that the server adds.
  fileprivate func restricted(to sample: JSON) -> JSON {
    switch (self, sample) {
    case (.object(let object), .object(let fields)):
      var kept = JSONObject()
      for field in fields { kept[field.key] = object[field.key]?.restricted(to: field.value) }
      return .object(kept)
    case (.array(let list), .array(let samples)):
      return .array(zip(list, samples).map { $0.restricted(to: $1) })
    default: return self
    }
  }
}

@Suite final class `Every member of a configuration`: EmulatorSuite {
  private static let types: [String: any StoredResource.Type] = [
    "v2/config": Config.self, "v2/tenants/acme": TenantConfig.self,
  ]

  @Test(arguments: types.keys.sorted())
  func `a published member is stored, shown, exported and seeded`(_ target: String) async throws {
    let sample = try Sample.of(#require(Self.types[target]))
    let first = try TestEmulator()
    await first.admin(target, sample, method: .patch).expect(200)
    let shown = await first.admin(target, nil, method: .get).json
    #expect(shown.restricted(to: sample) == sample)
    try await expectExport(of: first, target, shown)
  }

  private func expectExport(of first: TestEmulator, _ target: String, _ shown: JSON) async throws {
    let export = await first.control(.get, "export?format=seed")
    let second = try TestEmulator()
    #expect(await second.seed(export.text).status == 200)
    #expect(await second.admin(target, nil, method: .get).json == shown)
  }

  private static let members = types.sorted { $0.key < $1.key }.flatMap { target, type in
    FieldProbe.fields(of: type)
      .filter { !$0.isOutputOnly && !type.unpublished.contains($0.name) }
      .map { (target, $0.name) }
  }

  @Test(arguments: members, [false, true])
  func `a cleared member stays cleared, also in an export`(
    _ member: (target: String, name: String), _ wasSet: Bool
  ) async throws {
    let (target, name) = member
    let first = try TestEmulator()
    if wasSet {
      _ = await first.admin(target, try Sample.of(#require(Self.types[target])), method: .patch)
    }
    let reply = await first.admin("\(target)?updateMask=\(name)", [:], method: .patch).expect(200)
    let shown = await first.admin(target, nil, method: .get).json
    #expect(shown[name] == reply[name])
    try await expectExport(of: first, target, shown)
  }

  @Test(arguments: types.keys.sorted())
  func `a published member is described, and no other`(_ target: String) async throws {
    let type = try #require(Self.types[target])
    let document = await (try TestEmulator()).call(.get, "/emulator/openapi.json").json
    let schema = document["components"]?["schemas"]?["\(type)"]?["properties"]?.object
    let fields = FieldProbe.fields(of: type).map(\.name)
    #expect(schema?.keys.sorted() == fields.filter { !type.unpublished.contains($0) }.sorted())
  }

  // MARK: Effects

  private static let page = "docs/fidelity/configuration.md"

  /// Returns the paths of a message's published fields that have no fields themselves.
  private static func leaves(of type: any Decodable.Type, below path: String = "") -> [String] {
    let hidden = (type as? any StoredResource.Type)?.unpublished ?? []
    return FieldProbe.fields(of: type).filter { !$0.isOutputOnly && !hidden.contains($0.name) }
      .flatMap { field in
        let own = path.isEmpty ? field.name : "\(path).\(field.name)"
        let below = leaves(of: field.type, below: own)
        return below.isEmpty ? [own] : below
      }
  }

  /// Returns the members that a table of effects names in its first column.
  ///
  /// - Parameter effect: the beginning of the second column.
  private static func described(_ heading: String, effect: String = "") throws -> [String] {
    let lines = try Repository.text(page).components(separatedBy: "\n")
    let table = lines.drop { !$0.hasPrefix("| \(heading) |") }.prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).filter { $0.contains("| " + effect) }.flatMap { line in
      (line.split(separator: "|").first ?? "").split(separator: ",").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      }
    }
  }

  @Test(arguments: ["member of a project": "v2/config", "member of a tenant": "v2/tenants/acme"])
  func `every member has an effect, or a row without one`(heading: String, target: String) throws {
    let type = try #require(Self.types[target])
    let described = try Self.described(heading)
    let leaves = Self.leaves(of: type)
    #expect(leaves.count > 10)
    for leaf in leaves {
      #expect(
        described.contains { leaf == $0 || leaf.hasPrefix($0 + ".") },
        "\(Self.page) does not say what \(leaf) changes")
    }
    for member in described {
      #expect(
        leaves.contains { $0 == member || $0.hasPrefix(member + ".") },
        "\(Self.page) names \(member), which does not exist")
    }
    #expect(try Self.described(heading, effect: "nothing").sorted() == type.withoutEffect.sorted())
  }

  @Test(arguments: [
    ("config", "notification", #"{"notification":{"sendEmail":{"smtp":{"host":"x"}}}}"#),
    ("config", "monitoring", #"{"monitoring":{"requestLogging":{"enabled":true}}}"#),
    ("tenants/acme", "inheritance", #"{"inheritance":{"emailSendingConfig":true}}"#),
  ]) func `the console shows idle members`(path: String, mask: String, body: String) async throws {
    _ = await emulator.client("accounts:signUp", ["tenantId": "acme"])
    let reply = await emulator.admin(
      "v2/\(path)", try JSON(parsing: body), method: .patch, query: "updateMask=\(mask)")
    #expect(reply.status == 200, "\(reply.json)")
    // The console's screen of a request has its decisions.
    #expect(
      reply.reasons.contains("is stored and returned, and changes nothing"), "\(reply.reasons)")
  }
}

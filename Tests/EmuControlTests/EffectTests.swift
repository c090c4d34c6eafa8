import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@Suite struct `Effects of configurations` {
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

  private static let types: [(heading: String, type: any StoredResource.Type)] = [
    ("member of a project", Config.self), ("member of a tenant", TenantConfig.self),
  ]

  @Test(arguments: types.map(\.heading))
  func `every member of a configuration has an effect, or a row that says that it has none`(
    _ heading: String
  ) throws {
    let type = try #require(Self.types.first { $0.heading == heading }?.type)
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
  ])
  func `the console shows that a member of a configuration has no effect`(
    _ path: String, _ mask: String, _ body: String
  ) async throws {
    let emulator = try TestEmulator()
    _ = await emulator.client("accounts:signUp", ["tenantId": "acme"])
    let reply = await emulator.admin(
      "v2/\(path)", try JSON(parsing: body), method: .patch, query: "updateMask=\(mask)")
    #expect(reply.status == 200, "\(reply.json)")
    // The console's screen of a request has its decisions.
    #expect(
      reply.reasons.contains("is stored and returned, and changes nothing"), "\(reply.reasons)")
  }
}

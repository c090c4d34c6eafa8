import EmuJSON
import EmuTestTools
import Testing

@testable import EmuCommand

/// Files of an export that is under version control.
@Suite struct `Files in the form of older ones` {
  private static func revised(_ old: String, _ new: String) throws -> String {
    let text = try #require(RevisedText(Array(old.utf8)))
    return String(decoding: text.revised(with: try JSON(parsing: new)), as: UTF8.self)
  }

  /// An export that people or a formatter have indented.
  private static let indented = """
    {
      "kind": "identitytoolkit#DownloadAccountResponse",
      "users": [
        {
          "email": "b@x.test",
          "localId": "b",
          "customAttributes": "{\\"role\\": \\"admin\\"}",
          "photoUrl": "",
          "providerUserInfo": [
            { "providerId": "password", "email": "b@x.test" },
            { "rawId": "1", "providerId": "google.com" }
          ]
        },
        {
          "localId": "a",
          "validSince": "17"
        }
      ]
    }

    """

  private static let same = #"""
    {"users":[{"localId":"a","validSince":17,"createdAt":"5","version":0,"tenantId":"t"},
    {"localId":"b","email":"b@x.test","customAttributes":"{\"role\":\"admin\"}","createdAt":"5",
    "providerUserInfo":[{"providerId":"google.com","rawId":"1"},
    {"providerId":"password","rawId":"b@x.test","email":"b@x.test"}]}]}
    """#

  @Test(arguments: [indented, "\u{FEFF}" + indented])
  func `users that mean the same keep every byte`(_ old: String) throws {
    #expect(try Self.revised(old, Self.same) == old)
  }

  @Test func `a changed user changes its lines alone`() throws {
    let changed = Self.same.replacing(
      #""email":"b@x.test","cus"#, with: #""email":"c@x.test","cus"#
    )
    .replacing(#""validSince":17"#, with: #""validSince":17,"displayName":"Ann""#)
    let expected = Self.indented.replacing(
      #""email": "b@x.test","# + "\n", with: #""email": "c@x.test","# + "\n"
    ).replacing(
      #""validSince": "17""#, with: #""validSince": "17","# + "\n      " + #""displayName": "Ann""#)
    #expect(try Self.revised(Self.indented, changed) == expected)
  }

  @Test func `new users follow, in the form of the others, and removed ones go with their lines`()
    throws
  {
    let new = #"""
      {"users":[{"localId":"c","mfaInfo":[{"phoneInfo":"1"}]},{"localId":"a","validSince":"17"}]}
      """#
    let expected = """
      {
        "kind": "identitytoolkit#DownloadAccountResponse",
        "users": [
          {
            "localId": "a",
            "validSince": "17"
          },
          {
            "localId": "c",
            "mfaInfo": [
              {
                "phoneInfo": "1"
              }
            ]
          }
        ]
      }

      """
    #expect(try Self.revised(Self.indented, new) == expected)
    let lines = "{\"users\":[\n{\"localId\":\"a\"},\n{\"localId\":\"b\"}\n]}\n"
    #expect(
      try Self.revised(lines, #"{"users":[{"localId":"b"},{"localId":"c","email":"c@x.test"}]}"#)
        == "{\"users\":[\n{\"localId\":\"b\"},\n{\"localId\":\"c\",\"email\":\"c@x.test\"}\n]}\n")
    #expect(try Self.revised(lines, #"{"users":[]}"#) == "{\"users\":[]}\n")
  }

  @Test func `the time of a new password is written`() throws {
    let old = #"{"users": [{"localId": "a", "passwordHash": "x"}]}"#
    #expect(
      try Self.revised(
        old, #"{"users":[{"localId":"a","passwordHash":"x","passwordUpdatedAt":5}]}"#) == old)
    #expect(
      try Self.revised(
        old, #"{"users":[{"localId":"a","passwordHash":"y","passwordUpdatedAt":5}]}"#)
        == #"{"users": [{"localId": "a", "passwordHash": "y", "passwordUpdatedAt": 5}]}"#)
  }

  @Test(arguments: ["[]", "x", "{/* a */}", #"{"users":[]}"#])
  func `a file without users in JSON gives no form`(_ text: String) {
    #expect(RevisedText(Array(text.utf8)) == nil)
  }

  @Test(arguments: 0..<200)
  func `any value over any other one is written with its meaning`(_ seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let (old, new) = (Self.object(&random, 3), Self.object(&random, 3))
    for options: JSONWritingOptions in [[], .pretty] {
      let text = try #require(RevisedText(old.serializedBytes(options)))
      let revised = try JSON(parsing: text.revised(with: new))
      #expect(ExportMeaning.isSame(revised, new, named: nil), "\(old) \(new) \(revised)")
      // A second time nothing changes.
      let again = try #require(RevisedText(text.revised(with: new)))
      #expect(again.revised(with: new) == text.revised(with: new))
    }
  }

  private static func object(_ random: inout SeededGenerator, _ depth: Int) -> JSON {
    var object = JSONObject()
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let key = ["a", "b", "c\"", "d,{", "e"].randomElement(using: &random) ?? "a"
      object[key] = value(&random, depth - 1)
    }
    return .object(object)
  }

  private static func value(_ random: inout SeededGenerator, _ depth: Int) -> JSON {
    switch Int.random(in: depth > 0 ? 0...6 : 2...6, using: &random) {
    case 0: object(&random, depth)
    case 1:
      .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth - 1) })
    case 2: .int(Int64.random(in: 0...3, using: &random))
    case 3: .string(["", "x", "]}\"\\", "1"].randomElement(using: &random) ?? "")
    case 4: .bool(Bool.random(using: &random))
    case 5: .null
    default: 1.5
    }
  }
}

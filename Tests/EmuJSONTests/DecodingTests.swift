import Testing

@testable import EmuJSON

private struct Account: Codable, Equatable {
  var localId: String
  var email: String?
  var emailVerified: Bool?
  var iOSBundleId: String?
  var createdAt: Int64?
  var score: Double?
  var level: Int32?
  var providers: [Provider]?
  var labels: [String: String]?
  var claims: JSON?
}

private struct Provider: Codable, Equatable {
  var providerId: String
  var rawId: String?
  var kind: Kind?
}

private enum Kind: String, Codable { case oidc, saml }

private struct OAuthAnswer: Codable { var id_token: String }

private func decode<T: Decodable>(
  _ type: T.Type, _ text: String, _ options: JSONDecoding.Options = .lenient
) throws(JSONError) -> T {
  try JSONDecoding.decode(type, from: JSON(parsing: text), options: options)
}

@Suite struct `JSON decoding` {
  @Test(arguments: [
    #"{"localId":"a","emailVerified":true,"iOSBundleId":"x","createdAt":"7"}"#,
    #"{"local_id":"a","email_verified":true,"ios_bundle_id":"x","created_at":7}"#,
    #"{"local_id":"a","email_verified":true,"i_os_bundle_id":"x","created_at":7.0}"#,
    #"{"created_at":7e0,"iOSBundleId":"x","localId":"a","email_verified":true,"email":null}"#,
  ]) func `JSON keys match in either spelling`(text: String) throws {
    let expected = Account(localId: "a", emailVerified: true, iOSBundleId: "x", createdAt: 7)
    #expect(try decode(Account.self, text) == expected)
  }

  @Test func `the exact spelling of a JSON key wins, also below arrays, and case matters`() throws {
    let text = #"{"local_id":"other","localId":"exact"}"#
    #expect(try decode(Account.self, text).localId == "exact")
    for text in [#"{"idToken":"t"}"#, #"{"id_token":"t"}"#] {
      #expect(try decode(OAuthAnswer.self, text).id_token == "t")
    }
    let list = #"{"localId":"a","providers":[{"provider_id":"p","raw_id":"r"}]}"#
    #expect(try decode(Account.self, list).providers == [Provider(providerId: "p", rawId: "r")])
    #expect(throws: JSONError.self) { try decode(Account.self, #"{"LOCALID":"a"}"#) }
  }

  @Test func `null means absent in JSON`() throws {
    let text = #"{"localId":"a","email":null,"providers":null,"claims":null,"createdAt":null}"#
    #expect(try decode(Account.self, text) == Account(localId: "a"))
  }

  @Test(arguments: [
    (#"1"#, 1), (#""1""#, 1), (#""-9223372036854775808""#, Int64.min),
    (#"9223372036854775807"#, Int64.max), (#"9007199254740993"#, 9_007_199_254_740_993),
    (#""9007199254740993""#, 9_007_199_254_740_993), (#"1.0"#, 1), (#"1e3"#, 1000), (#"-0"#, 0),
    (#"1e18"#, 1_000_000_000_000_000_000), (#""1e3""#, 1000), (#""1003.0""#, 1003),
  ]) func `an integer may be a number or a text`(text: String, value: Int64) throws {
    #expect(try decode(Int64.self, text) == value)
    #expect(try decode([Int64].self, "[\(text)]") == [value])
    #expect(try decode([String: Int64].self, "{\"a\":\(text)}") == ["a": value])
  }

  @Test(arguments: [
    "1.5", #""1.5""#, #""""#, #"" 1""#, #""0x10""#, #""1e""#, "true", "[]", "{}",
    "9223372036854775808",
    "1e300",
  ]) func `anything but an integer in range is rejected`(text: String) {
    #expect(throws: JSONError.self) { try decode(Int64.self, text) }
  }

  @Test func `narrow integers of JSON keep their range`() throws {
    #expect(try decode(Int32.self, "2147483647") == .max)
    #expect(try decode(UInt64.self, #""18446744073709551615""#) == .max)
    #expect(try decode(UInt64.self, "9223372036854775808") == 9_223_372_036_854_775_808)
    #expect(throws: JSONError.self) { try decode(Int32.self, "2147483648") }
    #expect(throws: JSONError.self) { try decode(UInt8.self, "-1") }
  }

  @Test(arguments: [("1.5", 1.5), (#""1.5""#, 1.5), ("2", 2), (#""-1e2""#, -100)])
  func `a double may be a number or a text`(text: String, value: Double) throws {
    #expect(try decode(Double.self, text) == value)
  }

  @Test(arguments: [#""nan""#, #""inf""#, #""0x1p3""#, #""""#, "true", "1e999"])
  func `anything but a finite number is rejected`(text: String) {
    #expect(throws: JSONError.self) { try decode(Double.self, text) }
  }

  @Test func `Booleans are read from JSON strings only by option`() throws {
    #expect(throws: JSONError.self) { try decode(Bool.self, #""true""#) }
    #expect(throws: JSONError.self) { try decode(Bool.self, "1") }
    let options = JSONDecoding.Options(acceptsBoolStrings: true)
    #expect(try decode(Bool.self, #""true""#, options))
    #expect(try decode([Bool].self, #"["false",true]"#, options) == [false, true])
    #expect(
      try decode([Bool].self, #"["yes","0","TRUE","n"]"#, options) == [true, false, true, false])
    #expect(throws: JSONError.self) { try decode(Bool.self, #""on""#, options) }
  }

  @Test func `numbers are read as texts, and single values as lists, only by option`() throws {
    for text in ["42", #"["a",42]"#, #""a""#] {
      #expect(throws: JSONError.self) { try decode([String].self, text) }
    }
    let options = JSONDecoding.Options(acceptsScalars: true)
    #expect(try decode(String.self, "42", options) == "42")
    #expect(try decode([String].self, #"["a",42]"#, options) == ["a", "42"])
    #expect(try decode([String].self, #""a""#, options) == ["a"])
    #expect(throws: JSONError.self) { try decode(String.self, "true", options) }
  }

  @Test func `an unknown raw value of a plain enum names the field`() {
    let text = #"{"localId":"a","providers":[{"providerId":"p","kind":"ldap"}]}"#
    let error = #expect(throws: JSONError.self) { try decode(Account.self, text) }
    #expect(error?.code == .invalidValue)
    #expect(error?.path == "providers[0].kind")
    #expect(error?.found == "ldap")
  }

  @Test(
    arguments: [
      (#"{"localId":5}"#, "localId", JSONType.string, "5"),
      (#"{"localId":"a","emailVerified":"yes"}"#, "emailVerified", .bool, #""yes""#),
      (#"{"localId":"a","labels":{"x":true}}"#, "labels.x", .string, "true"),
      (#"{"localId":"a","providers":{"a":1}}"#, "providers", .array, "{…}"),
      (#"{"localId":"a","providers":["x"]}"#, "providers[0]", .object, #""x""#),
      (#"[]"#, "", .object, "[]"),
    ] as [(String, String, JSONType, String)])
  func `a wrong type names path, wanted type and value`(
    text: String, path: String, expected: JSONType, found: String
  ) {
    let error = #expect(throws: JSONError.self) { try decode(Account.self, text) }
    #expect(error?.code == .typeMismatch)
    #expect(error?.path == path)
    #expect(error?.expected == expected)
    #expect(error?.description.contains("(\(found))") == true)
  }

  @Test(arguments: [
    ("{}", "localId"), (#"{"localId":null}"#, "localId"),
    (#"{"localId":"a","providers":[{}]}"#, "providers[0].providerId"),
    (#"{"localId":"a","providers":[null]}"#, "providers[0]"), ("null", ""),
  ]) func `an absent required field is named`(text: String, path: String) {
    let error = #expect(throws: JSONError.self) { try decode(Account.self, text) }
    #expect(error?.code == .missingField)
    #expect(error?.path == path)
  }

  @Test func `the description has location and problem`() {
    let error = #expect(throws: JSONError.self) {
      try decode(
        Account.self, #"{"localId":"a","providers":[{"providerId":"p"},{"providerId":[1]}]}"#)
    }
    #expect(error?.protoPath == "providers[1].provider_id")
    #expect(
      error?.description == "providers[1].providerId: a string is expected here, not an array ([…])"
    )
  }

  @Test func `a long value is cut in the message`() {
    let long = String(repeating: "é", count: 5000)
    let error = #expect(throws: JSONError.self) { try decode(Bool.self, "\"\(long)\"") }
    #expect((error?.description.utf8.count ?? .max) < 200)
  }

  @Test func `unknown fields of JSON are reported with their paths`() throws {
    let text = """
      {"localId":"a","nick_name":1,"claims":{"any":{"thing":1}},"labels":{"x":"y"},
       "providers":[{"providerId":"p"},{"providerId":"q","extra":{"deep":1},"more":null}]}
      """
    let (_, unknown) = try JSONDecoding.decodeReportingUnknownFields(
      Account.self, from: JSON(parsing: text))
    #expect(unknown == ["nick_name", "providers[1].extra", "providers[1].more"])
  }

  @Test func `unknown fields of JSON are found beyond the sixty-fourth member`() throws {
    var object: JSONObject = ["localId": "a"]
    for number in 0..<100 { object["extra\(number)"] = 1 }
    object["email"] = "e"
    let (account, unknown) = try JSONDecoding.decodeReportingUnknownFields(
      Account.self, from: .object(object))
    #expect(account.email == "e")
    #expect(unknown.count == 100)
    let map = try JSONDecoding.decodeReportingUnknownFields(
      [String: JSON].self, from: .object(object))
    #expect(map.value.count == 102)
    #expect(map.unknownFields.isEmpty)
  }

  @Test func `an unknown field is an error by option`() {
    let error = #expect(throws: JSONError.self) {
      try decode(
        Account.self, #"{"localId":"a","providers":[{"providerId":"p","rawID":"x"}]}"#,
        .rejectingUnknownFields)
    }
    #expect(error?.code == .unknownField)
    #expect(error?.fields == ["providerId", "rawId", "kind"])
    #expect(
      error?.description
        == "providers[0].rawID: there is no such field; did you mean rawId? The fields are "
        + "providerId, rawId, kind")
  }

  /// The document, and its error's text about names.
  static let names: [(text: String, words: String)] = [
    (#"{"localId":"a","uid":"x"}"#, "uid: there is no such field; the fields are localId, email"),
    (
      #"{"localid":"a"}"#,
      "localId: the field is required, and is a string; localid was probably written for it"
    ), (#"{"email":"a"}"#, "localId: the field is required, and is a string"),
    (
      #"{"localId":"a","providers":[{"rawId":"1"},{"providerID":"p"}]}"#,
      "providers[0].providerId: the field is required, and is a string"
    ),
  ]

  @Test(arguments: names) func `a wrong name gets the nearest one`(text: String, words: String) {
    let error = #expect(throws: JSONError.self) {
      try decode(Account.self, text, .rejectingUnknownFields)
    }
    #expect(error?.description.hasPrefix(words) == true, "\(error?.description ?? "")")
    let hint = #/did you|probably/#
    #expect(
      error?.description.contains(hint) == words.contains(hint), "\(error?.description ?? "")")
    // Callers end the sentence.
    #expect(error?.description.hasSuffix("?") == false)
  }

  @Test func `the tree itself decodes without conversion`() throws {
    let text = #"{"localId":"a","claims":{"z":[1,2.5,null,"x"],"a":{"deep":true}}}"#
    let claims = try decode(Account.self, text).claims
    #expect(claims?.serialized() == #"{"z":[1,2.5,null,"x"],"a":{"deep":true}}"#)
    #expect(try decode([JSON].self, "[null,1]") == [nil, 1])
  }

  @Test func `optional elements of JSON arrays may be null`() throws {
    #expect(try decode([String?].self, #"["a",null]"#) == ["a", nil])
  }
}

import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `Published fields` {
  private static let withBody = DiscoveryMethod.all.filter { $0.request != nil }

  private func fields(of method: DiscoveryMethod) -> [SchemaField] {
    SchemaField.all(of: method.request ?? "", in: method.discovery)
  }

  /// v3 has plain strings where v1 has enums.
  private static let namesOfV1: [String: JSON] = [
    "requestType": "PASSWORD_RESET", "operation": "LINK", "deleteAttribute": ["EMAIL"],
  ]

  @Test(arguments: withBody)
  func `published fields are accepted and known, one at a time`(_ method: DiscoveryMethod)
    async throws
  {
    let emulator = try TestEmulator()
    for field in fields(of: method) {
      let value = method.discovery.version == "v3" ? Self.namesOfV1[field.names[0]] : nil
      let reply = await emulator.api(method, field.body(value ?? field.goodValue))
      #expect(
        reply.errorMessage?.hasPrefix("Invalid value at") != true, "\(reply.errorMessage ?? "")")
      #expect(reply.status < 500, "\(field.protoPath): \(reply.errorMessage ?? "")")
      #expect(reply.unknownFields.isEmpty, "\(field.protoPath) is unknown")
    }
  }

  @Test(arguments: withBody)
  func `published fields are rejected by name when they have the wrong type`(
    _ method: DiscoveryMethod
  ) async throws {
    let emulator = try TestEmulator()
    for field in fields(of: method) {
      guard let wrong = field.wrongValue else { continue }
      let reply = await emulator.api(method, field.body(wrong))
      // Production's name of one field differs from the discovery document.
      let path = ((method.bodyName.map { $0 + "." } ?? "") + field.protoPath)
        .replacing("request_type", with: "req_type")
      #expect(reply.status == 400, "\(path): \(reply.json.serialized())")
      #expect(reply.json["error"]?["status"] == "INVALID_ARGUMENT", "\(path)")
      #expect(
        reply.errorMessage?.hasPrefix("Invalid value at '\(path)' (") == true,
        "\(path): \(reply.errorMessage ?? "accepted")")
    }
  }

  @Test(arguments: withBody)
  func `unknown fields are ignored and named in the log`(_ method: DiscoveryMethod)
    async throws
  {
    let plain = await (try TestEmulator()).api(method, [:])
    let reply = await (try TestEmulator()).api(method, ["noSuchField": 1])
    #expect(reply.status == plain.status)
    #expect(reply.errorMessage == plain.errorMessage)
    guard reply.status == 200 else { return }
    #expect(reply.unknownFields.contains { $0.hasSuffix("noSuchField") }, "\(reply)")
  }

  @Test(arguments: DiscoveryMethod.all.filter { !$0.queryParameters.isEmpty })
  func `published fields of a query are accepted`(_ method: DiscoveryMethod) async throws {
    let emulator = try TestEmulator()
    for (name, schema) in method.queryParameters {
      let value = schema["enum"]?.array?.last?.string ?? (schema["type"] == "integer" ? "7" : "x1")
      let reply = await emulator.api(method, [:], query: "\(name)=\(value)")
      #expect(reply.errorMessage?.hasPrefix("Invalid value at '\(name)'") != true, "\(name)")
      #expect(!reply.unknownFields.contains(name), "\(name)")
    }
  }

  // MARK: Required fields

  private static let required: [(method: String, body: JSON, message: String)] = [
    ("accounts:sendOobCode", ["email": "ada@example.com"], "MISSING_REQ_TYPE"),
    ("accounts:sendOobCode", ["requestType": "PASSWORD_RESET"], "MISSING_EMAIL"),
    ("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN"], "MISSING_EMAIL"),
    ("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL"], "INVALID_ID_TOKEN"),
    ("accounts:signInWithCustomToken", [:], "MISSING_CUSTOM_TOKEN"),
    ("accounts:signInWithEmailLink", ["oobCode": "x"], "MISSING_EMAIL"),
    ("accounts:signInWithEmailLink", ["email": "ada@example.com"], "MISSING_OOB_CODE"),
    (
      "accounts:signInWithIdp", ["postBody": "providerId=google.com&id_token=x"],
      "MISSING_REQUEST_URI"
    ),
    ("accounts:signInWithPassword", ["password": "secret1"], "MISSING_EMAIL"),
    ("accounts:signInWithPassword", ["email": "ada@example.com"], "MISSING_PASSWORD"),
    ("accounts:signInWithPhoneNumber", ["code": "123456"], "MISSING_SESSION_INFO"),
    ("accounts:signInWithPhoneNumber", ["sessionInfo": "x"], "MISSING_CODE"),
    ("accounts:signInWithPhoneNumber", ["temporaryProof": "x"], "MISSING_PHONE_NUMBER"),
    ("accounts:resetPassword", [:], "MISSING_OOB_CODE"),
    ("accounts:delete", [:], "MISSING_ID_TOKEN"),
    ("accounts:update", [:], "MISSING_ID_TOKEN"),
    ("accounts:lookup", [:], "MISSING_ID_TOKEN"),
    ("accounts:createAuthUri", ["continueUri": "http://localhost"], "MISSING_IDENTIFIER"),
    ("accounts:createAuthUri", ["identifier": "ada@example.com"], "MISSING_CONTINUE_URI"),
  ]

  @Test(arguments: required.indices)
  func `required published fields have their own error code`(_ row: Int) async throws {
    let (method, body, message) = Self.required[row]
    let reply = await (try TestEmulator()).api(.post, "/v1/\(method)", body)
    #expect(reply.errorMessage == message)
  }

  private static let requiredOfAdministrators: [(call: String, body: JSON, message: String)] = [
    ("accounts:batchCreate", [:], "MISSING_USER_ACCOUNT"),
    ("accounts:batchDelete", [:], "LOCAL_ID_LIST_EXCEEDS_LIMIT"),
    ("accounts:update", [:], "MISSING_LOCAL_ID"),
    ("accounts:delete", [:], "MISSING_LOCAL_ID"),
    (":createSessionCookie", ["validDuration": "600"], "MISSING_ID_TOKEN"),
  ]

  @Test(arguments: requiredOfAdministrators.indices)
  func `required published fields of administrators have their own error code`(_ row: Int)
    async throws
  {
    let (call, body, message) = Self.requiredOfAdministrators[row]
    let reply = await (try TestEmulator()).admin(call, body)
    #expect(reply.errorMessage == message)
  }
}

import EmuTestSupport
import Testing

@Suite final class `Published fields`: EmulatorSuite {
  private static let withBody = DiscoveryMethod.all.filter { $0.request != nil }

  private func fields(of method: DiscoveryMethod) -> [SchemaField] {
    SchemaField.all(of: method.request ?? "", in: method.discovery)
  }

  /// v3 has plain strings where v1 has enums.
  private static let namesOfV1: [String: JSON] = [
    "requestType": "PASSWORD_RESET", "operation": "LINK", "deleteAttribute": ["EMAIL"],
  ]

  @Test(arguments: withBody)
  func `published fields are accepted, one at a time`(_ method: DiscoveryMethod) async throws {
    for field in fields(of: method) {
      let value = method.discovery.version == "v3" ? Self.namesOfV1[field.names[0]] : nil
      let reply = await emulator.api(method, field.body(value ?? field.goodValue))
      #expect(reply.errorMessage?.hasPrefix("Invalid value at") != true, "\(reply.text)")
      #expect(reply.status < 500, "\(field.protoPath): \(reply.errorMessage ?? "")")
      #expect(reply.unknownFields.isEmpty, "\(field.protoPath) is unknown")
    }
  }

  @Test(arguments: withBody)
  func `published fields of a wrong type are rejected`(_ method: DiscoveryMethod) async throws {
    for field in fields(of: method) {
      guard let wrong = field.wrongValue else { continue }
      let reply = await emulator.api(method, field.body(wrong))
      // Production's name of one field differs from the discovery document.
      let path = ((method.bodyName.map { $0 + "." } ?? "") + field.protoPath)
        .replacing("request_type", with: "req_type")
      #expect(reply.status == 400, "\(path): \(reply.json.serialized())")
      #expect(reply["error"]?["status"] == "INVALID_ARGUMENT", "\(path)")
      #expect(
        reply.errorMessage?.hasPrefix("Invalid value at '\(path)' (") == true,
        "\(path): \(reply.errorMessage ?? "accepted")")
    }
  }

  /// Messages that share a type here, or have no fields.
  private static let unnamed: Set<String> = [
    "AutoRetrievalInfo", "ClientPermissions", "MfaFactor", "Permissions",
    "StartMfaTotpEnrollmentRequestInfo", "TotpInfo",
  ]

  @Test(arguments: withBody.filter { $0.discovery.version != "v3" })
  func `published fields are named with their message`(_ method: DiscoveryMethod) async throws {
    let emulator = try TestEmulator(profile: .production)
    let packages = [
      "GoogleCloudIdentitytoolkitAdminV2": "cloud.identitytoolkit.admin.v2",
      "GoogleCloudIdentitytoolkitV1": "cloud.identitytoolkit.v1",
      "GoogleCloudIdentitytoolkitV2": "cloud.identitytoolkit.v2", "GoogleIamV1": "iam.v1",
      "GoogleType": "type",
    ]
    for field in fields(of: method) where !field.isOutputOnly {
      guard let schema = field.schema["$ref"]?.string,
        let (prefix, package) = packages.first(where: { schema.hasPrefix($0.key) }),
        !Self.unnamed.contains(String(schema.dropFirst(prefix.count)))
      else { continue }
      let name = "google.\(package).\(schema.dropFirst(prefix.count))"
      let reply = await emulator.api(method, field.body("x"))
      #expect(
        reply.errorMessage?.contains("(type.googleapis.com/\(name)), \"x\"") == true,
        "\(field.protoPath): \(reply.errorMessage ?? "accepted")")
    }
  }

  @Test(arguments: withBody)
  func `unknown fields are ignored and named in the log`(_ method: DiscoveryMethod) async throws {
    let plain = await (try TestEmulator()).api(method, [:])
    let reply = await (try TestEmulator()).api(method, ["noSuchField": 1]).expect(plain.status)
    #expect(reply.errorMessage == plain.errorMessage)
    #expect(reply.unknownFields.contains { $0.hasSuffix("noSuchField") }, "\(reply)")
  }

  @Test(arguments: DiscoveryMethod.all.filter { !$0.queryParameters.isEmpty })
  func `published fields of a query are accepted`(_ method: DiscoveryMethod) async throws {
    for (name, schema) in method.queryParameters {
      let type = schema["type"]?.string ?? ""
      let value =
        schema["enum"]?.array?.last?.string ?? ["integer": "7", "boolean": "true"][type] ?? "x1"
      let reply = await emulator.api(method, [:], query: "\(name)=\(value)")
      #expect(reply.errorMessage?.hasPrefix("Invalid value at '\(name)'") != true, "\(name)")
      #expect(!reply.unknownFields.contains(name), "\(name)")
    }
  }

  // MARK: Required fields

  /// Requests without a field, beside those of ``ErrorRow``.
  private static let required: [(call: TableCall, message: String)] = [
    (.client("accounts:sendOobCode", ["email": "ada@example.com"]), "MISSING_REQ_TYPE"),
    (.client("accounts:sendOobCode", ["requestType": "PASSWORD_RESET"]), "MISSING_EMAIL"),
    (.client("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN"]), "MISSING_EMAIL"),
    (.client("accounts:sendOobCode", ["requestType": "VERIFY_EMAIL"]), "INVALID_ID_TOKEN"),
    (.client("accounts:signInWithEmailLink", ["oobCode": "x"]), "MISSING_EMAIL"),
    (.client("accounts:signInWithEmailLink", ["email": "ada@example.com"]), "MISSING_OOB_CODE"),
    (
      .client("accounts:signInWithIdp", ["postBody": "providerId=google.com&id_token=x"]),
      "MISSING_REQUEST_URI"
    ),
    (.client("accounts:signInWithIdp", ["pendingToken": "x"]), "MISSING_REQUEST_URI"),
    (.client("accounts:signInWithPassword", ["password": "secret1"]), "MISSING_EMAIL"),
    (.client("accounts:signInWithPassword", ["email": "ada@example.com"]), "MISSING_PASSWORD"),
    (.client("accounts:signInWithPhoneNumber", ["code": "123456"]), "MISSING_SESSION_INFO"),
    (.client("accounts:update", ["localId": "UID"]), "MISSING_ID_TOKEN"),
    (.client("accounts:lookup"), "MISSING_ID_TOKEN"),
    (
      .client("accounts:createAuthUri", ["continueUri": "http://localhost"]), "MISSING_IDENTIFIER"
    ),
    (.admin("accounts:batchDelete"), "LOCAL_ID_LIST_EXCEEDS_LIMIT"),
    (.admin("accounts:update", ["idToken": "ID_TOKEN"]), "MISSING_LOCAL_ID"),
    (.admin(":createSessionCookie", ["validDuration": "600"]), "MISSING_ID_TOKEN"),
  ]

  @Test(arguments: required.indices)
  func `required published fields have their own error code`(_ row: Int) async throws {
    let (call, message) = Self.required[row]
    #expect(try await call.send(emulator, emulator.person()).errorMessage == message)
  }
}

@Suite final class `Published methods`: EmulatorSuite {
  @Test func `published methods are routed, with the host's name and without`() async throws {
    for method in DiscoveryMethod.all {
      for path in method.paths {
        let reply = await emulator.api(method.method, path, nil, bearer: "owner")
        #expect(reply.status != 405 && reply.status != 501, "\(path)")
        #expect(reply.errorMessage?.contains("is not served here") != true, "\(path)")
      }
    }
  }

  @Test func `published methods are refused without their key or bearer`() async throws {
    let emulator = try TestEmulator(isStored: true)
    for method in DiscoveryMethod.all {
      let reply = await emulator.call(
        method.method, method.path, method.method == .get ? nil : .some([:]))
      // Every holder of a token may read the keys.
      guard !method.id.hasSuffix("PublicKeys") else {
        #expect(reply.status == 200, "\(method.name)")
        continue
      }
      #expect(reply.status == (method.isAdministrators ? 401 : 403), "\(method.name)")
      #expect(
        reply["error"]?["status"]
          == (method.isAdministrators ? "UNAUTHENTICATED" : "PERMISSION_DENIED"), "\(method.name)")
    }
  }
}

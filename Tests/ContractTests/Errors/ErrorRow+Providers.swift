import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

extension ErrorRow {
  private static func form(_ emulator: TestEmulator, _ postBody: String) async -> Reply {
    await emulator.client(
      "accounts:signInWithIdp",
      ["requestUri": "http://localhost", "postBody": .string(postBody), "returnSecureToken": true])
  }

  static let providers: [ErrorRow] = [
    ErrorRow("FEDERATED_USER_ID_ALREADY_LINKED") { emulator in
      _ = await emulator.signIn("google.com", claims: ["sub": "g"])
      let ada = await emulator.person()
      return await emulator.signIn(
        "google.com", claims: ["sub": "g"], options: ["idToken": ada.idToken])
    },
    ErrorRow(
      "INVALID_CREDENTIAL_OR_PROVIDER_ID",
      "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost?"
        + "id_token=x"
    ) { emulator in await form(emulator, "id_token=x") },
    ErrorRow(
      "INVALID_IDP_RESPONSE", "INVALID_IDP_RESPONSE : Unable to parse the ID Token."
    ) { emulator in await form(emulator, "providerId=google.com&id_token=x") },
    ErrorRow("INVALID_PENDING_TOKEN") { emulator in
      await emulator.client(
        "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": "x"])
    },
    ErrorRow(
      "INVALID_PROVIDER_ID", "INVALID_PROVIDER_ID : Provider Id is not supported."
    ) { emulator in
      await emulator.client(
        "accounts:revokeToken",
        ["providerId": "google.com", "tokenType": "CODE", "token": "x", "idToken": "x"])
    },
    ErrorRow("INVALID_REQUEST_URI") { emulator in
      await emulator.client(
        "accounts:signInWithIdp", ["requestUri": "there", "postBody": "providerId=google.com"])
    },
    ErrorRow(
      "MISSING_OR_INVALID_NONCE",
      "MISSING_OR_INVALID_NONCE : Nonce is missing in the request.", hasKeys: true
    ) { emulator in
      let minted = await emulator.call(
        .post, "/emulator/v1/issuers/apple.com/tokens",
        ["account": ["email": "ada@example.com"], "clientId": "app", "rawNonce": "n"])
      let token = try #require(minted["idToken"]?.string)
      return await form(emulator, "providerId=apple.com&id_token=\(token)")
    },
    ErrorRow("MISSING_REQUEST_URI") { emulator in await emulator.client("accounts:signInWithIdp") },
  ]
}

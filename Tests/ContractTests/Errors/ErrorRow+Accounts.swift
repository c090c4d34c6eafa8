import EmuJSON
import EmuModel
import EmuTestSupport

extension ErrorRow {
  private static let longClaims = #"{"a":""# + String(repeating: "x", count: 1000) + #""}"#

  static let accounts: [ErrorRow] = [
    ErrorRow("ADMIN_ONLY_OPERATION") { emulator in
      try emulator.configure(["client": ["permissions": ["disabledUserSignup": true]]])
      return await emulator.client("accounts:signUp")
    },
    ErrorRow("CLAIMS_TOO_LARGE") { emulator in
      let ada = await emulator.person()
      return await emulator.admin(
        "accounts:update", ["localId": ada.uid, "customAttributes": .string(longClaims)])
    },
    ErrorRow("DUPLICATE_EMAIL", "DUPLICATE_EMAIL : a@b.example") { emulator in
      await emulator.admin(
        "accounts:batchCreate",
        [
          "sanityCheck": true,
          "users": [
            ["localId": "a", "email": "a@b.example"], ["localId": "b", "email": "a@b.example"],
          ],
        ])
    },
    ErrorRow("DUPLICATE_LOCAL_ID") { emulator in
      _ = await emulator.admin("accounts", ["localId": "a"])
      return await emulator.admin("accounts", ["localId": "a"])
    },
    ErrorRow("DUPLICATE_RAW_ID", "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(g)") {
      emulator in
      let link: JSON = ["providerId": "google.com", "rawId": "g"]
      return await emulator.admin(
        "accounts:batchCreate",
        [
          "sanityCheck": true,
          "users": [
            ["localId": "a", "providerUserInfo": [link]],
            ["localId": "b", "providerUserInfo": [link]],
          ],
        ])
    },
    ErrorRow("EMAIL_EXISTS") { emulator in
      _ = await emulator.person()
      return await emulator.client(
        "accounts:signUp", ["email": "ada@example.com", "password": "secret1"])
    },
    ErrorRow("EMAIL_NOT_FOUND") { emulator in
      await emulator.client(
        "accounts:signInWithPassword", ["email": "eve@example.com", "password": "secret1"])
    },
    ErrorRow("FORBIDDEN_CLAIM", "FORBIDDEN_CLAIM : sub") { emulator in
      let ada = await emulator.person()
      return await emulator.admin(
        "accounts:update", ["localId": ada.uid, "customAttributes": #"{"sub":1}"#])
    },
    ErrorRow(
      "INSUFFICIENT_PERMISSION",
      "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id."
    ) { emulator in
      await emulator.client("accounts:signUp", ["targetProjectId": "demo-project"])
    },
    ErrorRow("INVALID_CLAIMS") { emulator in
      let ada = await emulator.person()
      return await emulator.admin(
        "accounts:update", ["localId": ada.uid, "customAttributes": "[1]"])
    },
    ErrorRow("INVALID_EMAIL") { emulator in
      await emulator.client("accounts:signUp", ["email": "ada", "password": "secret1"])
    },
    ErrorRow("INVALID_IDENTIFIER") { emulator in
      await emulator.client(
        "accounts:createAuthUri", ["identifier": "ada", "continueUri": "http://localhost"])
    },
    ErrorRow("INVALID_LOGIN_CREDENTIALS", in: .production) { emulator in
      await emulator.client(
        "accounts:signInWithPassword", ["email": "eve@example.com", "password": "secret1"])
    },
    ErrorRow("INVALID_PASSWORD") { emulator in
      _ = await emulator.person()
      return await emulator.client(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": "wrong1"])
    },
    ErrorRow("LOCAL_ID_LIST_EXCEEDS_LIMIT") { emulator in
      await emulator.admin(
        "accounts:batchDelete", ["localIds": .array(Array(repeating: "a", count: 1001))])
    },
    ErrorRow("MISSING_EMAIL") { emulator in
      await emulator.client("accounts:signUp", ["password": "secret1"])
    },
    ErrorRow("MISSING_IDENTIFIER") { emulator in await emulator.client("accounts:createAuthUri") },
    ErrorRow("MISSING_LOCAL_ID") { emulator in await emulator.admin("accounts:delete") },
    ErrorRow("MISSING_PASSWORD") { emulator in
      await emulator.client("accounts:signUp", ["email": "ada@example.com"])
    },
    ErrorRow("MISSING_USER_ACCOUNT") { emulator in await emulator.admin("accounts:batchCreate") },
    ErrorRow(
      "OPERATION_NOT_ALLOWED",
      "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.", in: .production
    ) { emulator in
      let ada = await emulator.person()
      return await emulator.client(
        "accounts:update", ["idToken": ada.idToken, "email": "new@example.com"])
    },
    ErrorRow(
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
        + "[Password must contain a numeric character]", in: .production
    ) { emulator in
      try emulator.enforcePolicy(["containsNumericCharacter": true])
      return await emulator.client(
        "accounts:signUp", ["email": "ada@example.com", "password": "secret"])
    },
    ErrorRow("PASSWORD_LOGIN_DISABLED") { emulator in
      try emulator.configure(["signIn": ["email": ["enabled": false]]])
      return await emulator.client(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": "secret1"])
    },
    ErrorRow("PHONE_NUMBER_EXISTS") { emulator in
      _ = await emulator.admin("accounts", ["phoneNumber": "+15555550100"])
      return await emulator.admin("accounts", ["phoneNumber": "+15555550100"])
    },
    ErrorRow("UNEXPECTED_PARAMETER", "UNEXPECTED_PARAMETER : User ID") { emulator in
      await emulator.client("accounts:signUp", ["localId": "mine"])
    },
    ErrorRow("USER_DISABLED") { emulator in
      let ada = await emulator.person()
      _ = await emulator.admin("accounts:update", ["localId": ada.uid, "disableUser": true])
      return await emulator.client("accounts:lookup", ["idToken": ada.idToken])
    },
    ErrorRow("USER_NOT_FOUND") { emulator in
      let ada = await emulator.person()
      _ = await emulator.admin("accounts:delete", ["localId": ada.uid])
      return await emulator.client("accounts:lookup", ["idToken": ada.idToken])
    },
    ErrorRow(
      "WEAK_PASSWORD", "WEAK_PASSWORD : Password should be at least 6 characters"
    ) { emulator in
      await emulator.client("accounts:signUp", ["email": "ada@example.com", "password": "short"])
    },
  ]
}

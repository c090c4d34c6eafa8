package import EmuControlCalls
package import EmuJSON

/// The scenarios of `seed-data/scenarios/`, embedded in the binary, one line each.
package enum ScenarioCatalogue {
  private static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [
    ("account-exists-with-password", { PackageResources._1_account_exists_with_password_json }),
    ("account-exists-with-google", { PackageResources._2_account_exists_with_google_json }),
    ("account-exists-with-microsoft", { PackageResources._3_account_exists_with_microsoft_json }),
    (
      "anonymous-upgrade-credential-in-use",
      { PackageResources._4_anonymous_upgrade_credential_in_use_json }
    ),
    ("email-in-use-on-link", { PackageResources._5_email_in_use_on_link_json }),
    (
      "identity-of-another-user-on-link",
      { PackageResources._6_identity_of_another_user_on_link_json }
    ),
    (
      "user-mismatch-on-reauthenticate",
      { PackageResources._7_user_mismatch_on_reauthenticate_json }
    ),
    ("recent-login-required", { PackageResources._8_recent_login_required_json }),
    ("apple-name-only-once", { PackageResources._9_apple_name_only_once_json }),
    ("apple-app-used-before", { PackageResources._0_apple_app_used_before_json }),
    (
      "private-relay-then-real-address",
      { PackageResources._1_private_relay_then_real_address_json }
    ),
    ("nonce-mismatch", { PackageResources._2_nonce_mismatch_json }),
    ("nonce-replayed", { PackageResources._3_nonce_replayed_json }),
    ("apple-revoked-then-back", { PackageResources._4_apple_revoked_then_back_json }),
    ("apple-code-expired", { PackageResources._5_apple_code_expired_json }),
    ("apple-code-reused", { PackageResources._6_apple_code_reused_json }),
    ("delete-account-with-revocation", { PackageResources._7_delete_account_with_revocation_json }),
    ("microsoft-personal-and-work", { PackageResources._8_microsoft_personal_and_work_json }),
    ("oidc-wrong-audience", { PackageResources._9_oidc_wrong_audience_json }),
    ("oidc-expired-token", { PackageResources._0_oidc_expired_token_json }),
    ("oidc-rotated-key", { PackageResources._1_oidc_rotated_key_json }),
    ("takeover-of-unverified-address", { PackageResources._2_takeover_of_unverified_address_json }),
    ("provider-without-address", { PackageResources._3_provider_without_address_json }),
    ("disabled-user", { PackageResources._4_disabled_user_json }),
    ("disabled-provider", { PackageResources._5_disabled_provider_json }),
    ("deleted-while-signed-in", { PackageResources._6_deleted_while_signed_in_json }),
    ("sessions-revoked", { PackageResources._7_sessions_revoked_json }),
    ("second-factor-required", { PackageResources._8_second_factor_required_json }),
    ("enumeration-protection", { PackageResources._9_enumeration_protection_json }),
    ("access-token-of-another-app", { PackageResources._0_access_token_of_another_app_json }),
    ("quota-exceeded", { PackageResources._1_quota_exceeded_json }),
    ("backend-unavailable", { PackageResources._2_backend_unavailable_json }),
    ("slow-network", { PackageResources._3_slow_network_json }),
    ("tenant-mismatch", { PackageResources._4_tenant_mismatch_json }),
    ("session-cookie-revoked", { PackageResources._5_session_cookie_revoked_json }),
    ("blocking-function-refuses", { PackageResources._6_blocking_function_refuses_json }),
    ("provider-already-linked", { PackageResources._7_provider_already_linked_json }),
    ("microsoft-tenant-mismatch", { PackageResources._8_microsoft_tenant_mismatch_json }),
    ("reset-link-replaced", { PackageResources._9_reset_link_replaced_json }),
  ]

  /// The names in the order of the files.
  package static var names: [String] { files.map(\.name) }

  /// - Throws: `notFound` with the nearest name; the error of an invalid file.
  package static func tree(of name: String) throws(ControlError) -> JSON {
    guard let file = files.first(where: { $0.name == name }) else {
      let near = NearestNames.of(name, among: names)
      throw .notFound(
        "There is no scenario \(name.prefix(64)). "
          + (near.first.map { "Is \($0) meant? " } ?? "")
          + "GET /emulator/v1/scenarios, or `auth-emulator scenarios`, lists them.")
    }
    do throws(JSONError) {
      return try JSON(parsing: file.bytes(), options: .relaxed)
    } catch {
      throw .invalid("The scenario \(name) is not JSON: \(error.description).")
    }
  }

  /// - Throws: `notFound`; the error of an invalid document.
  package static func scenario(_ name: String) throws(ControlError) -> ScenarioDocument {
    let scenario = try ControlBody.read(ScenarioDocument.self, from: tree(of: name))
    try scenario.check()
    return scenario
  }
}

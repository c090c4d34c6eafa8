import EmuSQLite
import Foundation
import Testing

@testable import EmuStore

/// A data file as a release wrote it, with a row in every table, in `Fixtures/`.
///
/// A released one is never rewritten: each later version has to open it.
enum ReleasedFile {
  private static var url: URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/1_release.sqlite")
  }

  /// Copies the file of the first release to a path.
  ///
  /// `RECORD_GOLDENS=1` creates a missing one, and fails.
  static func copyFirst(to path: String) throws {
    if !FileManager.default.fileExists(atPath: url.path()),
      ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
    {
      try record()
      Issue.record("recorded \(url.lastPathComponent)")
    }
    try FileManager.default.copyItem(at: url, to: URL(filePath: path))
  }

  private static func record() throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let database = try Database(.init(location: .file(url.path())), migrations: [.firstSchema])
    try database.write { connection in try connection.execute(rows) }
    try database.close()
  }

  private static let rows: SQL = """
    INSERT INTO projects (id, name, settings, config)
    VALUES (1, 'p', '{"profile":"production"}', '{}');
    INSERT INTO tenants (id, project_id, name, config) VALUES (7, 1, 'acme', '{}');
    INSERT INTO deleted_tenants VALUES (1, 'gone');
    INSERT INTO api_keys VALUES ('key', 1);
    INSERT INTO providers VALUES (1, 0, 'google.com', '{}');
    INSERT INTO meta VALUES ('clock', '{}');

    INSERT INTO account_sets VALUES (1, 1, 0), (2, 1, 7);
    INSERT INTO users (id, set_id, uid, email, email_verified, email_link_sign_in,
      initial_email, display_name, photo_url, screen_name, phone_number, password_hash,
      password_salt, password_algorithm, password_updated_at, disabled, custom_auth,
      custom_attributes, valid_since, sessions_ended_at, created_at, last_login_at, last_refresh_at,
      empty_fields, provider_order, links, has_second_factors, has_passkeys)
    VALUES (5, 1, 'u1', 'ada@example.com', 1, 1, 'old@example.com', 'Ada', 'http://a/p', 'ada',
        '+15550100', 'hash', 'salt', '{}', 11, 1, 1, '{"admin":true}', 12, 12500, 13, 14, 15, 1,
        'password,google.com',
        '10:google.com2:g117:ada@gmail.example5:Ada L10:http://g/p2:al', 1, 1),
      (6, 2, 'u2', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL,
        0, NULL, 1, NULL, NULL, 0, NULL, NULL, 0, 0);
    INSERT INTO identities (user_id, provider_id, set_id, raw_id, other_email)
    VALUES (5, 'google.com', 1, 'g1', 'ada@gmail.example');
    INSERT INTO second_factors VALUES (1, 5, 'mfa1', '+15550101', NULL, 'Work', 16, NULL);
    INSERT INTO passkeys VALUES (5, 'cred', 1, 'Laptop', x'A0', 3, 1, 17);

    INSERT INTO pending_credentials VALUES ('t', 1, 0, 'google.com', 'g2', '{}', 9000000000000);
    INSERT INTO used_credentials VALUES (0, 'ua', 9000000000000), (1, 'd', 9000000000000);
    INSERT INTO passkey_challenges VALUES ('ch', 1, 0, 'u1', 18);

    INSERT INTO oob_codes (id, code, project_id, tenant_id, kind, uid, email, new_email,
      enrollment_id, link, created_at, used_at)
    VALUES (1, 'oob', 1, 0, 'PASSWORD_RESET', 'u1', 'ada@example.com', NULL, NULL, 'http://l', 19,
      NULL);
    INSERT INTO verification_codes (id, session, project_id, tenant_id, phone_number, code,
      wrong_attempts, created_at, used_at, uid, enrollment_id)
    VALUES (1, 's', 1, 0, '+15550100', '123456', 2, 20, NULL, 'u1', 'mfa1');
    INSERT INTO temporary_proofs VALUES ('proof', 1, 0, '+15550100', 21);

    INSERT INTO people (id, project_id, issuer, subject, email, email_verified, full_name,
      given_name, family_name, picture, hide_email, relay_email, relay_forwards, tenant, claims,
      deleted_at, transfer_subject, transferred_at)
    VALUES (3, 1, 'apple.com', '001', 'ann@example.com', 1, 'Ann Lee', 'Ann', 'Lee', 'http://i/p', 1,
      'x@relay.example', 0, 'tid', '{"a":1}', 22, 'ts', 23);
    INSERT INTO apple_transfers VALUES ('ts', 3, 'TEAM', 24, 25);
    INSERT INTO grants VALUES (9, 3, 'app', 26, NULL, 'email', 1, 2, 27);
    INSERT INTO authorization_codes VALUES ('c', 9, 1, 'app', 'http://r', 'n', 'email', '{}', 28,
      300000, NULL, 'plain', 'v', 29, 0, 'acme', NULL);
    INSERT INTO issuer_tokens VALUES ('living', 'refresh', 9, 2, 'app', 'email', 30, NULL, NULL, 'c',
        31, NULL, 's', NULL, NULL),
      ('over', 'access', 9, 0, 'app', '', 30, 300000, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO device_codes VALUES ('d', 'USER', 'google.com', 'app', 'p', '', 5, 300000, 32, 9, 33,
      1, NULL, NULL);
    INSERT INTO request_tokens VALUES ('rt', 'rs', 'twitter.com', 'app', 'p', 'oob', 300000, 'v', 9,
      NULL, NULL);

    INSERT INTO signing_keys VALUES (1, 'apple.com', 'k', 'RS256', x'00', 'active', 34);
    INSERT INTO issuer_settings VALUES ('apple.com', '{}');
    INSERT INTO faults VALUES
      (1, 'f', 'p', 'apple.com', '{"id":"f","match":{},"effect":{"status":503}}', 2);
    """
}

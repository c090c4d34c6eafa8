"""The mutations of mutants.py: for every kind of promise a change of the emulator, and the check that finds it.

A check is a client test (`file.py::name`), a Swift test (`Target/a part of its name`), a program with its flags
(`Tests/…`), or TORTURE: changes of each kind in order with the checks of torture.
"""

import collections

from mutated_code import Code, Constant, Returns, Text

RACES, TORTURE = "test_races.py", "torture.run_in_order"
ORIGIN = "test_other_origin.py"
SAML = "EmuAPITests/a defect of a response has production's text"
RECORDED = ("test_production_recordings.py::test_answers_are_the_recorded_ones"
            "[tenant-blocking+federation+federation-followup+federation-saml]")
SERVER, OUTBOUND = "EmuHTTPServerTests", "EmuOutboundTests"

Mutation = collections.namedtuple("Mutation", "promise changes check")


def without_rows(promise, statement, check):
    """A mutation in which a statement that ends with a condition changes no row."""
    return Mutation(promise, [(statement, f"{statement} AND 0")], check)


def not_unique(promise, index, condition, check):
    """A mutation of both guards of a unique value: of its index, and of the search before a change."""
    return Mutation(
        promise, [(f"CREATE UNIQUE INDEX {index}", f"CREATE INDEX {index}"),
                  (condition, f"{condition} AND 0")], check)


STORAGE = [
    Mutation("an acknowledged change is stored", [("SET email = ?, email_rank = ?", "SET email_rank = ?2")],
             TORTURE),
    not_unique("an address belongs to one user", "users_email", "AND email = ?",
               f"{RACES}::test_a_value_is_taken_once[an address]"),
    Mutation("a number belongs to one user", [("AND phone_number = ?", "AND phone_number = ? AND 0")],
             f"{RACES}::test_a_value_is_taken_once[a number]"),
    not_unique("an identity belongs to one user", "identities_raw_id", "AND provider_id = ? AND raw_id = ?",
               f"{RACES}::test_an_identity_that_is_linked"),
    not_unique("a uid belongs to one user", "users_uid", "AND uid = ?",
               f"{RACES}::test_a_value_is_taken_once[a uid]"),
    without_rows("a key that was given up finds no user",
                 "DELETE FROM identities WHERE user_id = ? AND provider_id = ?", TORTURE),
    without_rows("second factors are as acknowledged", "DELETE FROM second_factors WHERE user_id = ?",
                 TORTURE),
    Mutation("pages equal a scan", [("AND uid > ? ORDER BY uid LIMIT ?", "AND uid >= ? ORDER BY uid LIMIT ?")],
             TORTURE),
    without_rows("a code of an e-mail is accepted once",
                 "UPDATE oob_codes SET used_at = ? WHERE code = ?", f"{RACES}::test_a_code_of_an_email"),
    without_rows("a used code stays used", "UPDATE oob_codes SET used_at = ? WHERE code = ?",
                 TORTURE),
    without_rows("an SMS code is accepted once",
                 "UPDATE verification_codes SET used_at = ? WHERE session = ?",
                 f"{RACES}::test_a_code_of_a_text_message"),
    without_rows("a pending token is accepted once", "DELETE FROM pending_credentials WHERE token = ?",
                 f"{RACES}::test_a_pending_token"),
    without_rows("an authorization code is accepted once",
                 "UPDATE authorization_codes SET used_at = ? WHERE code = ?",
                 f"{RACES}::test_an_authorization_code_of_an_issuer"),
    Mutation("a refresh token ends with the change that revokes it",
             [("valid_since = ?, sessions_ended_at = ?", "valid_since = 0 * ?, sessions_ended_at = 0 * ?")],
             f"{RACES}::test_a_refresh_token"),
    Mutation("a session that ended does not come back",
             [("valid_since = ?, sessions_ended_at = ?", "valid_since = 0 * ?, sessions_ended_at = 0 * ?")],
             TORTURE),
    without_rows("of many deletions of a user one succeeds", "DELETE FROM users WHERE id = ?",
                 f"{RACES}::test_a_user_that_is_deleted"),
    without_rows("a link of an e-mail is accepted once", "UPDATE oob_codes SET used_at = ? WHERE code = ?",
                 f"{RACES}::test_a_link_in_an_email"),
    without_rows("a second factor is accepted once",
                 "UPDATE verification_codes SET used_at = ? WHERE session = ?",
                 f"{RACES}::test_a_second_factor"),
    # The first enrolment ends the sessions of the others too.
    Mutation("a second factor is enrolled once",
             [("UPDATE verification_codes SET used_at = ? WHERE session = ?",
               "UPDATE verification_codes SET used_at = ? WHERE session = ? AND 0"),
              ("valid_since = ?, sessions_ended_at = ?", "valid_since = 0 * ?, sessions_ended_at = 0 * ?")],
             f"{RACES}::test_the_enrolment_of_a_second_factor"),
    Mutation("of many deletions of a snapshot one succeeds",
             [Returns("EmuSQLite.DatabaseCopies.remove(", 1)], f"{RACES}::test_a_name_of_a_snapshot"),
    without_rows("a deleted tenant is gone", "DELETE FROM tenants WHERE project_id = ? AND id = ?",
                 f"{RACES}::test_a_tenant"),
    without_rows("a reset leaves nothing of a project",
                 "UPDATE account_sets SET project_id = NULL, tenant_id = NULL WHERE project_id = ?",
                 TORTURE),
    Mutation("other programs may read", [("PRAGMA journal_mode = WAL", "PRAGMA locking_mode = EXCLUSIVE; "
                                          "PRAGMA journal_mode = WAL")],
             "test_second_program.py::test_a_program_that_reads"),
    Mutation("a change does not wait for the lock of another program",
             [Constant("EmuSQLite.Connection.init(_: EmuSQLite.DatabaseFile.Place", 1_000, 500_000)],
             "test_second_program.py::test_a_lock_that_is_held"),
    Mutation("a change whose sync fails is not stored",
             [Returns("EmuSQLite.Connection.overwriteFailedCommit(", None)],
             "test_torture.py::test_a_change_whose_sync_fails_is_not_stored"),
    Mutation("a lost or replaced file is noticed", [Returns("EmuSQLite.FilePresence.check(", None)],
             "EmuSQLiteTests/no write is acknowledged after the loss of the file"),
    Mutation("a file of a newer version is refused",
             [("SELECT name FROM migration ORDER BY position",
               "SELECT name FROM migration WHERE position = 0 ORDER BY position")],
             "EmuSQLiteTests/SQLite migrations reject a file with an unknown one"),
    Mutation("a database of another application is refused", [Returns("EmuSQLite.Connection.isOurs(", 1)],
             "EmuSQLiteTests/opening a SQLite file rejects the database of another application"),
    Mutation("a migration leaves no reference to a missing row",
             [Returns("EmuSQLite.Migrator.verifyForeignKeys(", None)],
             "EmuSQLiteTests/SQLite migrations are rejected when they violate a foreign key"),
    Mutation("a snapshot from outside is checked", [Returns("EmuStore.Store.checkContent(", None)],
             "EmuStoreTests/a flawed snapshot file changes nothing"),
    Mutation("the keys of a snapshot are checked", [Returns("EmuStore.Store.checkKeys(", None)],
             "EmuStoreTests/a snapshot with a damaged key is rejected"),
]

CONFIGURATION = "EmuHTTPServer.HTTPServer.Configuration.init("

LIMITS = [
    Mutation("a body has a limit", [Returns("EmuHTTPServer.Exchange.discard(", None)],
             f"{SERVER}/body limits over sockets apply to chunked bodies"),
    Mutation("a path and query have a limit", [Constant(CONFIGURATION, 16 << 10, 1 << 14 | 1)],
             f"{SERVER}/head rejects a target of more than 16 KB"),
    Mutation("headers have a limit", [Constant(CONFIGURATION, 32 << 10, 1 << 20)],
             f"{SERVER}/head rejects too long headers"),
    Mutation("the end of a request is certain", [Returns("static EmuHTTPServer.RequestFraming.problem(", 0)],
             f"{SERVER}/requests without a certain end are rejected"),
    Mutation("connections have a limit", [Returns("EmuHTTPServer.ConnectionTable.hasRoom.getter", 1)],
             f"{SERVER}/the limit of connections is never exceeded"),
    Mutation("a slow request is cut off", [Returns("EmuHTTPServer.ConnectionTimeouts.isLate(", 0)],
             f"{SERVER}/a full server ends slow requests"),
    Mutation("JSON has a limit of depth", [Returns("EmuJSON.JSONParser.checkDepth(", None)],
             "EmuJSONTests/the depth limit applies to arrays and objects"),
    Mutation("a deflated message has a limit",
             [Returns("EmuSAML.XMLLimit.value.getter", 1 << 26)],
             "EmuSAMLTests/DEFLATE goes both ways, and stops at its limit"),
    Mutation("a list of a user has at most 256 entries",
             [Constant("static EmuModel.AccountLimits.list : ", 256, 257)],
             "EmuAPITests/a list of one user is imported up to its limit"),
    Mutation("no request ends the process", [Returns("EmuJSON.JSONParser.checkDepth(", None)],
             "Tests/Torture/fuzz_requests.py --seconds 20"),
    Mutation("a list of thousands of entries is refused",
             [Constant("static EmuModel.AccountLimits.list : ", 256, 10_000)],
             "Tests/Torture/hostile.py --load slow_bodies --seconds 5 --limit 5"),
]

EXPOSURE = [
    Mutation("a foreign Host is refused", [Returns("EmuHTTP.HostRule.admits(", 1)],
             "EmuAPITests/access is by a host that no stranger can name"),
    Mutation("a foreign origin has no privileged call", [Returns("EmuHTTP.OriginRule.admits(", 1)],
             f"{ORIGIN}::test_no_privileged_call_passes"),
    Mutation("a foreign origin has no stream", [Returns("EmuHTTP.OriginRule.admits(", 1)],
             f"{ORIGIN}::test_no_stream_is_opened"),
    Mutation("a public address is no local origin", [Returns("EmuHTTP.IPAddress.isLocal.getter", 1)],
             "EmuHTTPTests/an address is an accepted origin if it is local"),
    Mutation("scripts of other origins read no page", [Returns("EmuHTTP.Response.isPage.getter", 0)],
             "EmuHTTPTests/cross-origin access excludes pages"),
    Mutation("no other origin frames a page",
             [Text("X-Frame-Options", "X-Frame-Choices"),
              Text("frame-ancestors 'none'", "frame-ancestors *     ")],
             f"{ORIGIN}::test_a_page_of_another_origin_cannot_frame_a_page"),
    Mutation("no page sets a cookie",
             [Text("X-Content-Type-Options", "Set-Cookie-Type-Option"),
              Constant("EmuHTTP.Page.response(", 22, 10)],
             f"{ORIGIN}::test_no_page_sets_a_cookie"),
    Mutation("secrets are masked", [Returns("static EmuControl.SecretMask.isSecret(Swift.String)", 0)],
             "EmuControlTests/secrets are masked in the request log"),
]

OUTGOING = [
    Mutation("an outgoing call ends by time",
             [Returns("(extension in EmuOutbound):Swift.Duration.milliseconds.getter", 0)],
             f"{OUTBOUND}/limits of an outgoing call end a wait for an answer"),
    Mutation("an outgoing call ends by size", [Returns("EmuOutbound.ResponseCollector.add(body: ", 1)],
             f"{OUTBOUND}/an outgoing body is limited"),
    Mutation("an outgoing call ends by the size of its headers",
             [Returns("EmuOutbound.ResponseCollector.add(headerLine: ", 1)],
             f"{OUTBOUND}/limits of an outgoing call apply to headers"),
    Mutation("at most five redirects are followed",
             [Constant("EmuOutbound.Transfer.apply(EmuOutbound.OutboundRequest", 5, 50)],
             f"{OUTBOUND}/redirects of an outgoing call are followed five times"),
    Mutation("no value breaks the message of an outgoing call",
             [Returns("static EmuHTTP.Headers.isToken(", 1)],
             f"{OUTBOUND}/an outgoing value breaks no message"),
    Mutation("only http and https are called", [Returns("emu_curl_allow_http_only", 0)],
             f"{OUTBOUND}/redirects of an outgoing call are to http or https"),
]

SIGNED = [
    Mutation("a response of SAML has a valid signature",
             [Code("emu_xml_verify", "01 74 09 c7 45 bc 06", "01 eb 09 c7 45 bc 06",
                   "`emu_xml_verify` accepts each status of a signature")],
             "EmuSAMLTests/another key did not sign"),
    Mutation("a signed ID is that of one element",
             [Code("open_signature", "83 f8 01 74 0c c7 45 fc 02", "83 f8 01 eb 0c c7 45 fc 02",
                   "`open_signature` accepts any number of elements with the ID")],
             "EmuSAMLTests/a signature is not another element's"),
    Mutation("a response of SAML has no weak hash", [Returns("restrict_algorithms", None)],
             "test_saml.py::test_strong_and_weak_hashes"),
    Mutation("a failure of SAML is no sign-in",
             [Returns("static EmuSAML.SAMLResponse.checkStatus(", None)], RECORDED),
    Mutation("a response of SAML is for its address and request",
             [Returns("EmuSAML.SAMLResponse.checkAddresses(", None)], SAML),
    Mutation("a response of SAML has an end", [Returns("EmuSAML.SAMLResponse.checkTimes(", None)], SAML),
    Mutation("a response of SAML is accepted once",
             [Returns("EmuAPI.CredentialResolver.checkReplay(", None)],
             "EmuAPITests/the attributes of a minted response survive a refresh"),
]

MUTATIONS = STORAGE + LIMITS + EXPOSURE + OUTGOING + SIGNED

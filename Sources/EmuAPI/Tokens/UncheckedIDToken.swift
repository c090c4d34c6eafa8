internal import EmuJOSE
internal import EmuJSON

/// The ID token of a request, read once and not checked yet.
///
/// The dispatcher asks it for the tenant, since some SDKs name the tenant nowhere else.
struct UncheckedIDToken: Sendable {
  let text: String
  let token: CompactJWT
  let claims: JSONObject

  /// Nil for what is no token; whoever needs one refuses it then.
  init?(_ text: String) {
    guard let token = try? CompactJWT(text), let claims = token.claims else { return nil }
    self.text = text
    self.token = token
    self.claims = claims
  }

  /// What `firebase` holds: provider, identities, tenant.
  var firebase: JSONObject { claims["firebase"]?.object ?? JSONObject() }

  var tenantID: String? { firebase["tenant"]?.string }
}

internal import EmuProviders

extension FakeIssuer {
  /// Why a person cannot belong to a tenant, as a sentence; nil when it can.
  func problem(ofTenant name: String) -> String? {
    guard id == "microsoft.com" else {
      return "\(id) has no tenants; tenant is for microsoft.com alone."
    }
    guard tenantID(of: name) == nil else { return nil }
    return "tenant must be consumers, a GUID or a domain, not \(name.prefix(64))."
  }

  /// The id of a tenant's name.
  func tenantID(of name: String) -> String? { MicrosoftTenant(name)?.id }
}

internal import EmuModel
internal import EmuIdentity

/// The tenant in a Microsoft address or a person's record.
///
/// Source: docs/reference/microsoft.md#authorities.
package enum MicrosoftTenant: Sendable, Hashable {
  /// Any account.
  case common
  /// Any work or school account.
  case organizations
  /// Personal accounts, by name or by their tenant's id.
  case consumers
  /// One directory, by its id in lower case.
  case directory(String)

  /// Parses a name, an id, or a verified domain; nil for any other text.
  ///
  /// Every id is a directory, without registration. Every domain belongs to the default directory.
  package init?(_ text: String) {
    let name = text.lowercased()
    switch name {
    case "common": self = .common
    case "organizations": self = .organizations
    case "consumers", Microsoft.consumerTenant: self = .consumers
    default:
      if Self.isGUID(name) {
        self = .directory(name)
      } else if Self.isDomain(name) {
        self = .directory(Microsoft.defaultTenant)
      } else {
        return nil
      }
    }
  }

  /// The id in issuer strings; `{tenantid}` is literal for several tenants.
  package var issuerID: String { id ?? "{tenantid}" }

  /// The id of a person's tenant; nil for a name of several tenants.
  package var id: String? {
    switch self {
    case .common, .organizations: nil
    case .consumers: Microsoft.consumerTenant
    case .directory(let id): id
    }
  }

  /// Returns true for a GUID in Microsoft's usual form: 8-4-4-4-12 hexadecimal digits.
  package static func isGUID(_ text: some StringProtocol) -> Bool {
    let groups = text.unicodeScalars.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy(\.properties.isASCIIHexDigit) }
  }

  private static func isDomain(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    // A version, such as v2.0, and an IP address are none.
    return labels.count > 1 && text.utf8.count <= 253
      && labels.last?.contains(where: \.isLetter) == true
      && labels.allSatisfy { label in
        !label.isEmpty && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
      }
  }
}

/// The tenants, each with a separate issuer string.
struct MicrosoftTenancy: Tenancy {
  let fieldLabel = "Tenant: consumers, a GUID or a domain"

  func isTenant(_ name: String) -> Bool { MicrosoftTenant(name)?.id != nil }

  func issuerTenant(of person: Person?) -> String {
    person.map(Microsoft.tenant(of:)) ?? Microsoft.defaultTenant
  }
}

internal import EmuModel
internal import EmuStore

/// `POST v2/projects/{project}/tenants`: creates a tenant in which only the requested methods are
/// enabled.
enum CreateTenant: WriteOperation {
  static func prepare(
    _ input: ResourceCreation<TenantConfig>, in context: OperationContext
  ) throws -> TenantConfig {
    let creation = MaskedUpdate(
      message: try input.resource.content("tenant", in: context),
      mask: TenantConfig.publishedMask)
    try context.checkMultiTenancy()
    try TenantDisplayName.check(creation.message.displayName, in: context)
    return try creation.configuration(changing: TenantConfig(), in: context)
  }

  static func run(
    _ config: TenantConfig, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Message<TenantConfig> {
    func newID() -> String { TenantDisplayName.id(for: config.displayName ?? "", context.ids) }
    var id = newID()
    while try store.reader.tenant(id, in: context.project) != nil { id = newID() }
    let tenant = try store.insertTenant(id, config, in: context.project)
    return try tenant.shown(of: context.project)
  }
}

/// The display name of a tenant, and the id that is derived from it.
enum TenantDisplayName {
  /// - Throws: `MISSING_DISPLAY_NAME`, `INVALID_DISPLAY_NAME` in production; the official emulator
  ///   accepts any name.
  static func check(_ name: String?, in context: OperationContext) throws(APIError) {
    try context.checkStrictly(
      name?.isEmpty == false, reason: "the tenant has no displayName",
      otherwise: .missingDisplayName)
    guard let name, !name.isEmpty else { return }
    let isValid =
      (4...20).contains(name.utf8.count) && name.first?.isLetter == true
      && name.utf8.allSatisfy { isNameByte($0) }
    try context.checkStrictly(
      isValid,
      reason: "displayName begins with a letter and has 4 to 20 letters, digits or hyphens",
      otherwise: .invalidDisplayName)
  }

  /// Returns the name, a hyphen and five letters, as production creates ids.
  static func id(for name: String, _ ids: IDGenerator) -> String {
    let kept = name.utf8.filter { isNameByte($0) }.prefix(20)
    let stem = kept.isEmpty ? "tenant" : String(decoding: kept, as: UTF8.self)
    return "\(stem)-\(ids.lowercaseLetters(5))"
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "-")
  }
}

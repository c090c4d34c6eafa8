internal import EmuJSON
internal import EmuModel

extension UserDocument {
  /// The common fields.
  private enum Name: Int, CaseIterable {
    case localId, tenantId, email, emailVerified, password, passwordHash, salt, displayName,
      photoUrl
    case phoneNumber, disabled, customClaims, createdAt, lastLoginAt, providers
  }

  private static let names = JSONNames(Name.allCases.map { "\($0)" })

  /// Reads a user that has only common fields, written as exports write them.
  ///
  /// Returns nil for any other user, which the decoder then reads or rejects. This reader takes a
  /// tenth of the decoder's time; imports with many users have this form (ADR 0026).
  init?(plain reader: inout PlainJSONReader) {
    guard reader.skip(UInt8(ascii: "{")) else { return nil }
    repeat {
      guard let name = reader.key(of: Self.names).flatMap(Name.init), read(name, &reader) else {
        return nil
      }
    } while reader.skip(UInt8(ascii: ","))
    guard reader.skip(UInt8(ascii: "}")) else { return nil }
  }

  /// Reads a field.
  ///
  /// - Returns: false for a value that only the decoder supports.
  private mutating func read(_ name: Name, _ reader: inout PlainJSONReader) -> Bool {
    switch name {
    case .localId: return reader.read(&localId)
    case .tenantId: return reader.read(&tenantId)
    case .email: return reader.read(&email)
    case .emailVerified: return reader.read(&emailVerified)
    case .password: return reader.read(&password)
    case .passwordHash: return reader.read(&passwordHash)
    case .salt: return reader.read(&salt)
    case .displayName: return reader.read(&displayName)
    case .photoUrl: return reader.read(&photoUrl)
    case .phoneNumber: return reader.read(&phoneNumber)
    case .disabled: return reader.read(&disabled)
    case .customClaims:
      guard case .object(let claims)? = reader.tree(depth: 1) else { return false }
      customClaims = claims
      return true
    case .createdAt: return reader.read(&createdAt)
    case .lastLoginAt: return reader.read(&lastLoginAt)
    case .providers:
      guard let links = LinkDocument.list(plain: &reader) else { return false }
      providers = links
      return true
    }
  }
}

extension UserDocument.LinkDocument {
  private enum Name: Int, CaseIterable {
    case providerId, rawId, email, displayName, photoUrl, screenName
  }

  private static let names = JSONNames(Name.allCases.map { "\($0)" })

  fileprivate static func list(plain reader: inout PlainJSONReader) -> [Self]? {
    guard reader.skip(UInt8(ascii: "[")) else { return nil }
    if reader.skip(UInt8(ascii: "]")) { return [] }
    var links: [Self] = []
    repeat {
      guard let link = Self(plain: &reader) else { return nil }
      links.append(link)
    } while reader.skip(UInt8(ascii: ","))
    return reader.skip(UInt8(ascii: "]")) ? links : nil
  }

  private init?(plain reader: inout PlainJSONReader) {
    var (provider, id): (String?, String?)
    var (email, name, photo, screen): (String?, String?, String?, String?)
    guard reader.skip(UInt8(ascii: "{")) else { return nil }
    repeat {
      guard let field = reader.key(of: Self.names).flatMap(Name.init), let text = reader.text()
      else {
        return nil
      }
      switch field {
      case .providerId: provider = text
      case .rawId: id = text
      case .email: email = text
      case .displayName: name = text
      case .photoUrl: photo = text
      case .screenName: screen = text
      }
    } while reader.skip(UInt8(ascii: ","))
    guard reader.skip(UInt8(ascii: "}")), let provider, let id else { return nil }
    self.init(
      providerId: provider, rawId: id, email: email, displayName: name, photoUrl: photo,
      screenName: screen)
  }
}

extension PlainJSONReader {
  fileprivate mutating func read(_ value: inout String?) -> Bool {
    value = text()
    return value != nil
  }

  fileprivate mutating func read(_ value: inout Bool?) -> Bool {
    value = bool()
    return value != nil
  }

  fileprivate mutating func read(_ value: inout Milliseconds?) -> Bool {
    value = integer().flatMap(Milliseconds.init(plain:))
    return value != nil
  }
}

/// A value that no two users of a project or tenant have; an address, where the project says so.
package enum UniqueValue: Sendable, Hashable {
  case uid(String)
  case email(String)
  case phoneNumber(String)
  /// A provider's id and its id of the person.
  case identity(String, String)
  case passkey(String)
}

extension UniqueValue: CustomStringConvertible {
  package var description: String {
    switch self {
    case .uid(let uid): "localId \(uid)"
    case .email(let email): "email \(email)"
    case .phoneNumber(let number): "phoneNumber \(number)"
    case .identity(let provider, let rawID): "the identity \(provider):\(rawID)"
    case .passkey(let id): "the passkey \(id)"
    }
  }
}

extension User {
  package var uniqueValues: [UniqueValue] {
    var values = [UniqueValue.uid(uid)]
    if let email { values.append(.email(email)) }
    if let phoneNumber { values.append(.phoneNumber(phoneNumber)) }
    return values + links.map { .identity($0.providerID, $0.rawID) }
      + passkeys.map { .passkey($0.credentialID) }
  }
}

internal import EmuModel
internal import EmuStore

/// `GET /emulator/v1/projects/{project}/oobCodes`.
enum ListOobCodes: ReadOperation, DescribedCall {
  static let about = "Returns the valid codes of links."
  static let query = ["email": "only codes for this address"]

  struct Input: Decodable, Sendable {
    var email: String?
  }

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> OobCodeList {
    // An unescaped plus arrives as a space, which no address contains.
    let email = input.email.given.map { text in
      EmailAddress.canonical(text.replacing(" ", with: "+"))
    }
    let codes = try store.unusedOobCodes(in: context.scope, email: email)
    return OobCodeList(
      oobCodes: codes.map { code in
        OobCodeList.Item(
          email: code.email, newEmail: code.newEmail, requestType: code.kind.rawValue,
          oobCode: code.code, oobLink: code.link)
      })
  }
}

struct OobCodeList: Codable, Sendable {
  struct Item: Codable, Sendable {
    var email: String
    var newEmail: String?
    var requestType: String
    var oobCode: String
    var oobLink: String
  }

  /// The oldest first.
  var oobCodes: [Item]
}

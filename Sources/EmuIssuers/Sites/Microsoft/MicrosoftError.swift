internal import EmuHTTP
internal import EmuJSON

/// A refusal in Microsoft's own form, with a number of the AADSTS family.
struct MicrosoftError: AnsweringError {
  var error: String
  var number: Int
  var text: String
  var because: String?

  static func unknownTenant(_ name: String) -> MicrosoftError {
    MicrosoftError(
      error: "invalid_tenant", number: 90002, text: "Tenant '\(name.prefix(128))' not found.",
      because: "A tenant is common, organizations, consumers, a GUID, or a domain.")
  }

  var response: Response {
    let body: JSON = [
      "error": .string(error),
      "error_description": .string("AADSTS\(number): \(text)"),
      "error_codes": [.int(Int64(number))],
      "error_uri": .string("https://login.microsoftonline.com/error?code=\(number)"),
    ]
    return .json(body.serializedBytes(), status: .badRequest)
  }
}

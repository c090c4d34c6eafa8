internal import EmuHTTP

/// What an action link asks for, from its query or from the page's own form.
struct ActionRequest: Sendable {
  var mode: String?
  var oobCode: String?
  var apiKey: String?
  var continueURL: String?
  var tenantID: String?
  var newPassword: String?
  /// Every field, in order.
  var fields: FormFields
  /// Whether a browser asks, which wants a page; programs want JSON.
  var wantsPage: Bool
  /// Whether the page's form was sent. A browser does not follow the answer elsewhere then.
  var isForm: Bool

  /// What stands in a link where the password belongs; the official emulator's word.
  static let placeholder = "NEW_PASSWORD_HERE"

  init(_ request: Request) {
    isForm = request.method == .post
    fields = isForm ? request.form : request.query
    func given(_ name: String, in fields: FormFields) -> String? {
      ProfileInput.given(fields.first(name))
    }
    mode = given("mode", in: fields)
    oobCode = given("oobCode", in: fields)
    apiKey = given("apiKey", in: fields)
    continueURL = given("continueUrl", in: fields)
    tenantID = given("tenantId", in: fields)
    newPassword = given("newPassword", in: fields)
    if newPassword == Self.placeholder { newPassword = nil }
    wantsPage =
      request.headers.all("Accept").contains { $0.lowercased().contains("text/html") }
  }

  /// The fields of the link as it was sent: without a password.
  var link: FormFields {
    var link = FormFields()
    for field in fields where field.name != "newPassword" { link.add(field.name, field.value) }
    return link
  }
}

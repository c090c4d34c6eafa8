internal import EmuHTTP

/// The parameters of an action link, from its query or the page's form.
struct ActionRequest: Sendable {
  var mode: String?
  var oobCode: String?
  var apiKey: String?
  var continueURL: String?
  var tenantID: String?
  var newPassword: String?
  var fields: FormFields
  /// True for a browser, which receives a page; programs receive JSON.
  var acceptsPage: Bool
  /// True if the page's form was sent. A browser then follows no redirect to another origin.
  var isForm: Bool

  /// The placeholder of the password in a link, as on the official emulator.
  static let placeholder = "NEW_PASSWORD_HERE"

  init(_ request: Request) {
    isForm = request.method == .post
    fields = isForm ? request.form : request.query
    func given(_ name: String, in fields: FormFields) -> String? {
      fields.first(name).given
    }
    mode = given("mode", in: fields)
    oobCode = given("oobCode", in: fields)
    apiKey = given("apiKey", in: fields)
    continueURL = given("continueUrl", in: fields)
    tenantID = given("tenantId", in: fields)
    newPassword = given("newPassword", in: fields)
    if newPassword == Self.placeholder { newPassword = nil }
    acceptsPage =
      request.headers.all("Accept").contains { $0.lowercased().contains("text/html") }
  }

  /// The fields of the link as it was sent, without a password.
  var link: FormFields {
    var link = FormFields()
    for field in fields where field.name != "newPassword" { link.add(field.name, field.value) }
    return link
  }
}

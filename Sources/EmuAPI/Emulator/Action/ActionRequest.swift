internal import EmuHTTP

/// The parameters of an action link, from its query or the page's form.
struct ActionRequest: Sendable {
  let fields: FormFields
  /// True for a browser, which receives a page; programs receive JSON.
  let acceptsPage: Bool
  /// True if the page's form was sent. A browser then follows no redirect to another origin.
  let isForm: Bool

  /// The placeholder of the password in a link, as on the official emulator.
  static let placeholder = "NEW_PASSWORD_HERE"

  init(_ request: Request) {
    isForm = request.method == .post
    fields = isForm ? request.form : request.query
    acceptsPage =
      request.headers.all("Accept").contains { $0.lowercased().contains("text/html") }
  }

  var mode: String? { fields.first("mode").given }
  var oobCode: String? { fields.first("oobCode").given }
  var apiKey: String? { fields.first("apiKey").given }
  var continueURL: String? { fields.first("continueUrl").given }
  var tenantID: String? { fields.first("tenantId").given }

  var newPassword: String? {
    fields.first("newPassword").given.flatMap { $0 == Self.placeholder ? nil : $0 }
  }

  /// The fields of the link as it was sent, without a password.
  var link: FormFields {
    var link = FormFields()
    for field in fields where field.name != "newPassword" { link.add(field.name, field.value) }
    return link
  }
}

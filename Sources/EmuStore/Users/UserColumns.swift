internal import EmuModel
internal import EmuSQLite

extension User {
  /// Reads the columns of `Reader.user(key:)`, in its order; links come separately.
  init(_ row: borrowing Row) {
    self.init(
      key: row.integer(0), uid: row.text(1), tenantID: row.optionalText(2),
      email: row.optionalText(3), emailVerified: row.bool(4), emailLinkSignIn: row.bool(5),
      initialEmail: row.optionalText(6), displayName: row.optionalText(7),
      photoURL: row.optionalText(8), screenName: row.optionalText(9),
      phoneNumber: row.optionalText(10), disabled: row.bool(15), customAuth: row.bool(16),
      customAttributes: row.optionalText(17), validSince: row.integer(18),
      sessionsEndedAt: row.optionalInteger(26).map(Timestamp.init(milliseconds:)),
      createdAt: Timestamp(milliseconds: row.integer(19)),
      lastLoginAt: row.optionalInteger(20).map(Timestamp.init(milliseconds:)),
      lastRefreshAt: row.optionalInteger(21).map(Timestamp.init(milliseconds:)),
      emptyFields: EmptyFields(rawValue: row.integer(25)))
    if let hash = row.optionalText(11) {
      password = StoredPassword(
        hash: hash, salt: row.optionalText(12), algorithm: row.optionalText(13),
        updatedAt: Timestamp(milliseconds: row.integer(14)))
    }
  }

  /// The values that `Writer.insert` and `Writer.update` bind, from `email` on.
  var columnValues: [Value] {
    [
      .text(email), .bool(emailVerified), .bool(emailLinkSignIn), .text(initialEmail),
      .text(displayName), .text(photoURL), .text(screenName), .text(phoneNumber),
      .text(password?.hash), .text(password?.salt), .text(password?.algorithm),
      .integer(password?.updatedAt.milliseconds), .bool(disabled), .bool(customAuth),
      .text(customAttributes), .integer(validSince), .integer(createdAt.milliseconds),
      .integer(lastLoginAt?.milliseconds), .integer(lastRefreshAt?.milliseconds),
      .bool(!secondFactors.isEmpty), .text(storedOrder), .integer(emptyFields.rawValue),
      .integer(sessionsEndedAt?.milliseconds),
    ]
  }

  /// The order of the providers; nil for the usual one, which nearly everybody has.
  private var storedOrder: String? {
    let order = providers
    return order == usualProviders ? nil : order.joined(separator: ",")
  }

  /// Sets the order of the providers, once the links are there.
  ///
  /// - Parameter stored: as ``columnValues`` writes it.
  mutating func setProviderOrder(_ stored: String?) {
    providerOrder = stored?.split(separator: ",").map(String.init) ?? usualProviders
  }
}

extension ProviderLink {
  /// Reads `provider_id, raw_id, email, display_name, photo_url, screen_name`.
  init(_ row: borrowing Row) {
    self.init(
      providerID: row.text(0), rawID: row.text(1), email: row.optionalText(2),
      displayName: row.optionalText(3), photoURL: row.optionalText(4),
      screenName: row.optionalText(5))
  }
}

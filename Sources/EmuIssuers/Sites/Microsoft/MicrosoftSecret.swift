package import EmuModel
package import EmuIdentity

/// Codes and tokens in Microsoft's formats.
///
/// Observed formats: those of work accounts begin with `0.A`, those of personal ones with `M.C` and
/// a number. Access tokens for Graph are opaque to clients; a personal account's begin with `EwB`.
package enum MicrosoftSecret {
  package static func new(_ kind: SecretKind, isPersonal: Bool, _ ids: IDGenerator) -> String {
    switch (kind, isPersonal) {
    case (.code, false): "0.A\(ids.urlSafe(80))"
    case (.code, true): "M.C5_EMU.2.\(ids.uuid())"
    case (.accessToken, _): "EwB\(ids.urlSafe(97))"
    case (.refreshToken, false): "0.AR\(ids.urlSafe(96))"
    case (.refreshToken, true): "M.C5_EMU.-\(ids.urlSafe(90))"
    }
  }

  package static func looksLikeCode(_ text: String) -> Bool {
    text.hasPrefix("0.A") || text.hasPrefix("M.C")
  }
}

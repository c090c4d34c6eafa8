internal import EmuJOSE
internal import EmuJSON

extension CompactJWT {
  /// The claims as an object; nil for any other payload.
  var claims: JSONObject? {
    guard let payload = try? payload() else { return nil }
    return (try? JSON(parsing: payload))?.object
  }
}

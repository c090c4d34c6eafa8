/// Key sets of clients, and the errors of unusable ones.
enum KeySets {
  /// The elliptic key of RFC 7517 appendix A.1.
  static let key =
    #"{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","#
    + #""y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}"#

  /// A set, the location of its error, and the text of the message.
  static let unusable: [(keys: String, field: String, words: String)] = [
    (#"{"keys":[]}"#, "", #"{"keys": […]}"#),
    (#"{"keys":[7]}"#, "", "none of the keys checks signatures"),
    (#"{"keys":[{}]}"#, "", "none of the keys checks signatures"),
    (#"{"keys":[{"kty":"oct","k":"AA"}]}"#, "", "none of the keys checks signatures"),
    (#"{"keys":[{"kty":"EC","use":"enc"}]}"#, "", "none of the keys checks signatures"),
    (#"{"keys":[{"kty":"EC"}]}"#, ".keys[0]", "RFC 7517"),
    (#"{"keys":[{"kty":"RSA","n":"AQAB"}]}"#, ".keys[0]", "RFC 7517"),
    (#"{"keys":[{"kty":"RSA","n":"%","e":"AQAB"}]}"#, ".keys[0]", "RFC 7517"),
    (#"{"keys":[{"kty":"OKP","crv":"X25519","x":"AA"}]}"#, ".keys[0]", "RFC 7517"),
    // A point that is not on the curve.
    (#"{"keys":[{"kty":"EC","crv":"P-256","x":"AQ","y":"AQ"}]}"#, ".keys[0]", "RFC 7517"),
    (#"{"keys":[\#(key),{"kty":"EC","crv":"P-256"}]}"#, ".keys[1]", "RFC 7517"),
  ]
}

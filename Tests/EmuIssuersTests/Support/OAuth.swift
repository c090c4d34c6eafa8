/// Values of OAuth that requests of the tests have.
enum OAuth {
  /// RFC 7636, appendix B.
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  static let challenged: Fields = [
    "code_challenge": challenge, "code_challenge_method": "S256",
  ]

  static let assertion = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  static let bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  static let device = "urn:ietf:params:oauth:grant-type:device_code"
  static let exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
  static let accessToken = "urn:ietf:params:oauth:token-type:access_token"
}

import EmuCrypto
import EmuJOSE
import Foundation
import Testing

/// Reads a file of the `Vectors` folder.
func vector(_ name: String) throws -> String {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")
  return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
}

/// Bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The examples of RFC 7515 appendix A, all over the same claims.
enum RFC7515 {
  static let claims =
    "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"
  static let payload = """
    eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ
    """
  static let hs256 = """
    eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(payload).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
    """
  static let rs256 = """
    eyJhbGciOiJSUzI1NiJ9.\(payload).\
    cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5\
    jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb\
    1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QO\
    YEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
    """
  static let es256 = """
    eyJhbGciOiJFUzI1NiJ9.\(payload).\
    DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
    """
  static let unsecured = "eyJhbGciOiJub25lIn0.\(payload)."

  static func secret() throws -> [UInt8] {
    try #require(
      Base64URL.decode(
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"))
  }

  static func rsa(_ algorithm: JWSAlgorithm = .rs256, kid: String = "rsa") throws -> SigningKey {
    try SigningKey(
      kid: kid, algorithm: algorithm, privateKey: .init(pem: vector("rfc7515-a2-private-key.pem")))
  }

  static func ec(kid: String = "ec") throws -> SigningKey {
    try SigningKey(
      kid: kid, algorithm: .es256, privateKey: .init(pem: vector("rfc7515-a3-private-key.pem")))
  }
}

import EmuHTTP
import Testing

@Suite struct `form fields` {
  @Test(arguments: [
    ("", []), ("a=1&b=2", ["a:1", "b:2"]), ("a=1&a=2", ["a:1", "a:2"]), ("a", ["a:"]),
    ("a=", ["a:"]), ("=x", [":x"]), ("&&a=1&", ["a:1"]), ("a=b=c", ["a:b=c"]),
    ("a=one+two%20three", ["a:one two three"]), ("a+b=c", ["a b:c"]),
    ("a=1%2B1%3D2%26", ["a:1+1=2&"]), ("a=100%&b=%zz&c=%4", ["a:100%", "b:%zz", "c:%4"]),
    ("name=%E3%81%82", ["name:あ"]), ("a=%FF", ["a:\u{FFFD}"]),
    ("e=x%40y.test&p=%7e%7E", ["e:x@y.test", "p:~~"]),
  ]) func `form fields are decoded as in the URL Standard`(body: String, expected: [String]) {
    let fields = FormFields(parsing: Array(body.utf8))
    #expect(fields.map { "\($0.name):\($0.value)" } == expected)
  }

  @Test(arguments: [
    // iOS sends the percent-decoded query string as the body.
    (
      #"user={"name":{"firstName":"Ann","lastName":"O+Neil"}}&providerId=apple.com"#,
      [#"user:{"name":{"firstName":"Ann","lastName":"O+Neil"}}"#, "providerId:apple.com"]
    ),
    ("id_token=a+b==&nonce=1+2", ["id_token:a+b==", "nonce:1 2"]),
    // JavaScript escapes properly.
    ("user=%7B%22name%22%3A%22A%2BB%20C%22%7D", [#"user:{"name":"A+B C"}"#]),
    // Form encoders do too; for them a space is a plus, in every field.
    ("user=%7B%22name%22%3A%22A+B%22%7D", [#"user:{"name":"A B"}"#]),
    ("access_token=a+b&user=x%2By", ["access_token:a b", "user:x+y"]),
    ("access_token=~a+b*('c')!", ["access_token:~a b*('c')!"]),
    // One character that no encoder leaves raw makes every value of the text a raw one.
    ("access_token=a+b&user={}", ["access_token:a+b", "user:{}"]),
    ("access_token=a+b&user=x y", ["access_token:a+b", "user:x y"]),
    ("access_token=a+b/c", ["access_token:a+b/c"]),
    ("access_token=a+b&user=é", ["access_token:a+b", "user:é"]),
    ("access_token=a+b&user=%C3", ["access_token:a+b", "user:%C3"]),
    // C++ escapes nothing: one broken escape leaves the entire value undecoded.
    ("access_token=50%25%&x=%41", ["access_token:50%25%", "x:A"]),
    ("access_token=%FF%41", ["access_token:%FF%41"]),
  ]) func `form fields are decoded only where that is safe`(body: String, expected: [String]) {
    let fields = FormFields(
      parsing: Array(body.utf8),
      decoding: .tolerant(keepingPlusIn: ["id_token", "access_token", "user"]))
    #expect(fields.map { "\($0.name):\($0.value)" } == expected)
  }

  @Test func `form fields are decoded from their encoded form`() {
    let fields: FormFields = ["a b": "c+d&e=f%", "名": "前", "empty": ""]
    #expect(fields.encoded == "a+b=c%2Bd%26e%3Df%25&%E5%90%8D=%E5%89%8D&empty=")
    let back = FormFields(parsing: fields.encoded)
    #expect(back.map(\.name) == fields.map(\.name) && back.map(\.value) == fields.map(\.value))
  }
}

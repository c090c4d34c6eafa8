import EmuHTTP
import Testing

@Suite struct `The base of URLs in responses` {
  @Test(
    arguments: [
      (publicURL: nil, host: "localhost:9099", isSecure: false, "http://localhost:9099"),
      (nil, "localhost:9443", true, "https://localhost:9443"),
      (nil, nil, false, "http://localhost"),
      ("https://auth.example", "localhost:9099", false, "https://auth.example"),
      ("https://auth.example/", "localhost:9443", true, "https://auth.example"),
      ("http://auth.example/x/", "localhost:9099", false, "http://auth.example/x"),
      // A client that uses TLS is never redirected away from it.
      ("http://auth.example", "localhost:9443", true, "https://localhost:9443"),
    ] as [(publicURL: String?, host: String?, isSecure: Bool, String)])
  func `the base of URLs in responses is the public address or the requested one`(
    publicURL: String?, host: String?, isSecure: Bool, expected: String
  ) {
    var request = Request(method: .get, path: "/", isSecure: isSecure)
    if let host { request.headers.add("Host", host) }
    #expect(request.baseURL(publicURL: publicURL) == expected)
  }
}

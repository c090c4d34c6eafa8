import EmuHTTP
import EmuHTTPServer
import EmuTestSupport
import Foundation
import Testing

@Suite struct `dropped responses over sockets` {
  @Test(arguments: [false, true])
  func `dropped responses over sockets close the connection`(isLate: Bool) throws {
    try withServer { request in
      guard request.path == "/drop" else { return .ready(.text("up")) }
      guard isLate else { return .ready(.dropped) }
      return .later(Deferred { complete in Thread.detachNewThread { complete { .dropped } } })
    } run: { _, port in
      for _ in 0..<20 {
        let client = try RawConnection(port: port)
        try client.request("GET", "/")
        #expect(try client.reply().text == "up")
        try client.request("POST", "/drop", body: "x")
        #expect(try client.isAtEnd())
        let other = try RawConnection(port: port)
        try other.request("GET", "/")
        #expect(try other.reply().text == "up")
      }
    }
  }

  @Test func `a truncated response over a socket ends in the middle of its body`() throws {
    try withServer { request in
      .ready(Response.text("0123456789").halved(isConnectionCut: request.path == "/cut"))
    } run: { _, port in
      let cut = try RawConnection(port: port)
      try cut.request("GET", "/cut")
      #expect(try cut.readHead()[0].contains("200") && cut.readChunk() == Array("01234".utf8))
      #expect(try cut.isAtEnd())
      let half = try RawConnection(port: port)
      try half.request("GET", "/half")
      #expect(try half.reply().text == "01234")
    }
  }
}

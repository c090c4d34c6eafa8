import EmuHTTP
import EmuOutbound

/// Returns a request that waits as long as a busy machine needs: no test expects speed.
func patientRequest(
  _ method: Method, _ url: String, headers: Headers = Headers(), body: [UInt8] = []
) -> OutboundRequest {
  var request = OutboundRequest(method, url, headers: headers, body: body)
  request.timeout = .seconds(300)
  request.connectTimeout = .seconds(300)
  return request
}

func get(_ port: UInt16, _ path: String = "/", followsRedirects: Bool = false) -> OutboundRequest {
  var request = patientRequest(.get, "http://127.0.0.1:\(port)\(path)")
  request.followsRedirects = followsRedirects
  return request
}

extension Configuration {
  /// A sentence for each file with secrets that others than this user can use.
  var exposureWarnings: [String] {
    var files: [(what: String, path: String)] = []
    if let path = location.path {
      files.append(("The data file \(path) holds passwords and signing keys", path))
    }
    if case .files(_, let key)? = tls?.source {
      files.append(("The private key \(key) is the server's", key))
    }
    return files.compactMap { file in
      LocalFile.exposure(ofFileAt: file.path).map { reason in
        "\(file.what), and \(reason). Make it this user's own with mode 0600."
      }
    }
  }
}

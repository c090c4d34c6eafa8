import EmuServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of this user that replaces standard error; lines are appended.
struct LogFile: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws(StartFailure) {
    do throws(LocalFile.Failure) {
      descriptor = try LocalFile.openToAppend(path)
    } catch {
      throw StartFailure.log(path, error)
    }
  }

  func replaceStandardError() {
    dup2(descriptor, STDERR_FILENO)
    close(descriptor)
  }
}

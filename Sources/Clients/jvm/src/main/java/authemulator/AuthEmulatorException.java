package authemulator;

/** A call that failed, with the emulator's own message. */
public final class AuthEmulatorException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final int status;

  AuthEmulatorException(String message, int status, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  /** The HTTP status; 0 without an answer. */
  public int getStatus() {
    return status;
  }
}

package authemulator;

/** A change that lasts until it is closed, by {@code try (…)} or by Kotlin's {@code use}. */
@FunctionalInterface
public interface Scope extends AutoCloseable {
  @Override
  void close();
}

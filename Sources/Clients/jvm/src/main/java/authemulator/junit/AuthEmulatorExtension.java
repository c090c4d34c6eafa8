package authemulator.junit;

import authemulator.AuthEmulatorException;
import authemulator.Emulator;
import authemulator.Project;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.platform.commons.support.AnnotationSupport;

/** A project for each test, of one emulator for all; the reasons of the last requests in a failure. */
public final class AuthEmulatorExtension implements ParameterResolver, TestExecutionExceptionHandler {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(AuthEmulatorExtension.class);

  /** The emulator of all tests: of AUTH_EMULATOR_URL, else one that ends with the tests. */
  private static final class Server implements ExtensionContext.Store.CloseableResource {
    final Emulator emulator =
        System.getenv("AUTH_EMULATOR_URL") != null || System.getenv("FIREBASE_AUTH_EMULATOR_HOST") != null
            ? Emulator.join() : Emulator.launch();

    @Override
    public void close() {
      emulator.stop();
    }
  }

  private static final class TestProject implements ExtensionContext.Store.CloseableResource {
    final Project project;
    final boolean own;

    TestProject(ExtensionContext context) {
      Optional<AuthEmulator> ofMethod =
          AnnotationSupport.findAnnotation(context.getTestMethod(), AuthEmulator.class);
      Optional<AuthEmulator> options = ofMethod.isPresent()
          ? ofMethod : AnnotationSupport.findAnnotation(context.getTestClass(), AuthEmulator.class);
      own = options.isPresent() && options.get().own();
      Emulator emulator = own ? Emulator.launch() : context.getRoot().getStore(NAMESPACE)
          .getOrComputeIfAbsent("server", key -> new Server(), Server.class).emulator;
      try {
        project = emulator.project();
        String profile = options.isPresent() ? options.get().profile() : "";
        if (!profile.isEmpty()) project.set("profile", profile);
      } catch (RuntimeException error) {
        if (own) emulator.stop();
        throw error;
      }
    }

    @Override
    public void close() {
      if (own) {
        project.getEmulator().stop();
      } else {
        project.getFaults().removeAll();
        project.removeUsers();
      }
    }
  }

  /** The last requests, which a failure shows as suppressed; it has no stack trace. */
  private static final class LastRequests extends Exception {
    private static final long serialVersionUID = 1;

    LastRequests(String text) {
      super(text, null, false, false);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    // A constructor has no test yet.
    return parameter.getParameter().getType() == Project.class && context.getTestMethod().isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context.getStore(NAMESPACE)
        .getOrComputeIfAbsent("project", key -> new TestProject(context), TestProject.class).project;
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
    TestProject of = context.getStore(NAMESPACE).get("project", TestProject.class);
    if (of != null) {
      failure.addSuppressed(new LastRequests("auth-emulator: the last requests\n" + reasons(of)));
    }
    throw failure;
  }

  private static String reasons(TestProject of) {
    try {
      String text = of.project.explain(3);
      return text.isEmpty() ? "The app sent none." : text;
    } catch (AuthEmulatorException error) {
      return error.getMessage();
    }
  }
}

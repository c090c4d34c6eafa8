package authemulator.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Gives each test a project as a parameter; the annotation of a method replaces its class's. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(AuthEmulatorExtension.class)
public @interface AuthEmulator {
  /** Starts an emulator for each test alone, so that it may move the clock. */
  boolean own() default false;

  /** The profile of the project; production rejects what production rejects. */
  String profile() default "";
}

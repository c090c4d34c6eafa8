import static org.junit.jupiter.api.Assertions.*;

import authemulator.*;
import authemulator.junit.AuthEmulator;
import java.time.Duration;
import java.util.*;
import org.junit.jupiter.api.*;

@AuthEmulator
@TestMethodOrder(MethodOrderer.MethodName.class)
class AppTest {
  static final Set<String> projects = new HashSet<>();
  static final Set<String> addresses = new HashSet<>();
  Project ofSetup;

  @BeforeEach
  void setup(Project project) {
    ofSetup = project;
  }

  @RepeatedTest(2)
  void eachTestHasAProject(Project project) {
    assertSame(ofSetup, project);
    assertTrue(projects.add(project.getId()));
    addresses.add(project.getUrl());
    assertEquals(1, addresses.size());
    assertTrue(project.users().isEmpty());
    project.seed(Map.of("users", List.of(Map.of("localId", "ann"))));
  }

  @Test
  @AuthEmulator(own = true, profile = "production")
  void ownEmulatorsMoveTheirClock(Project project) {
    assertFalse(addresses.contains(project.getUrl()));
    project.getClock().advance(Duration.ofDays(1));
    assertEquals("production", project.settings().get("profile"));
  }

  @Test
  @AuthEmulator(own = true, profile = "no-such-profile")
  void aWrongProfile(Project project) {}

  @Test
  void fails(Project project) throws Exception {
    var call = new java.net.URL(project.endpoint("accounts:signUp")).openConnection();
    call.setRequestProperty("Content-Type", "application/json");
    call.setDoOutput(true);
    call.getOutputStream().write("{\"email\": \"ann@example.com\"}".getBytes());
    call.getInputStream();
  }

  @Test
  void failsBeforeACall(Project project) {
    fail("of the test");
  }
}

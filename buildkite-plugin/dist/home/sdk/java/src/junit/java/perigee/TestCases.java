package perigee;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Makes each test of the JUnit Platform a span: JUnit loads it from the class path by itself, and calls it in the
 * thread of the test, before {@code @BeforeEach} and after {@code @AfterEach}.
 */
public final class TestCases implements TestExecutionListener {
  /** A file that is there once a test passed and was measured: {@code runner: junit} looks for it. */
  private static final String RAN = System.getenv("PERIGEE_JUNIT_RAN");

  private final Map<String, Running> running = new ConcurrentHashMap<>();
  private volatile TestPlan plan;
  private volatile boolean hasSaid;

  private record Running(Span span, Deque<Span> open) {}

  public TestCases() {
    // Read when a plan is executed. The counters of a span are those of all processes of the test.
    if (Connection.isOpen()) System.setProperty("junit.jupiter.execution.parallel.enabled", "false");
  }

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (!test.isTest() || !Connection.isOpen() || !WantedClasses.areChosen()) return;
    try {
      String name = CaseNames.shorten(String.join(" > ", pathOf(test)));
      Span span = Span.beginCase(name, Integer.toHexString(test.getUniqueId().hashCode()));
      if (span == null) return;
      Deque<Span> open = Perigee.open();
      open.push(span);
      running.put(test.getUniqueId(), new Running(span, open));
    } catch (PerigeeException refused) {
      // The record says so; the test passes or fails by itself.
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Running ended = running.remove(test.getUniqueId());
    if (ended == null) return;
    Span span = ended.span();
    span.stop();
    ended.open().remove(span);
    try {
      if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
        say();
        span.end();
      } else {
        span.fail();
      }
    } catch (PerigeeException refused) {
      // The same.
    }
  }

  /** The class, the method, and which of their invocations. */
  private Deque<String> pathOf(TestIdentifier test) {
    Deque<String> path = new ArrayDeque<>();
    boolean hasClass = false;
    Optional<TestIdentifier> next = Optional.of(test);
    while (next.isPresent()) {
      TestIdentifier one = next.get();
      next = plan.getParent(one);
      TestSource source = one.getSource().orElse(null);
      // A factory gives its source to what it makes.
      boolean isMade = next.isPresent() && next.get().getSource().equals(one.getSource());
      if (source instanceof ClassSource of && !isMade && !hasClass) {
        path.push(of.getClassName());
        hasClass = true;
      }
      if (next.isEmpty()) break;
      // Around the class, only what invokes it more than once.
      if (hasClass && !isMade) continue;
      String reported = one.getLegacyReportingName();
      boolean isMethod = source instanceof MethodSource && !isMade;
      path.push(isMethod ? CaseNames.ofMethod(reported) : CaseNames.ofMade(one.getDisplayName(), reported));
    }
    return path;
  }

  private void say() {
    if (hasSaid || RAN == null) return;
    hasSaid = true;
    try {
      Files.write(Path.of(RAN), new byte[0]);
    } catch (IOException unwritable) {
      System.err.println("Perigee: " + unwritable);
    }
  }
}

package perigee;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/** Leaves out classes that {@code pattern} of perigee.yml does not fit: {@code org/example/e2e/**}. */
public final class WantedClasses implements PostDiscoveryFilter {
  private static final Pattern PART = Pattern.compile("\\*\\*/|\\*\\*|\\*|[^*]+");
  private static final Pattern WANTED = compile(System.getenv("PERIGEE_PATTERN"));

  private static volatile boolean isLoaded;

  /** By JUnit, from 5.8 on. */
  public WantedClasses() {
    isLoaded = true;
  }

  /** False where JUnit runs all classes whatever the pattern says. */
  static boolean areChosen() {
    return WANTED == null || isLoaded;
  }

  @Override
  public FilterResult apply(TestDescriptor test) {
    return FilterResult.includedIf(WANTED == null || WANTED.matcher(classOf(test)).matches());
  }

  private static Pattern compile(String pattern) {
    if (pattern == null || pattern.equals("**")) return null;
    StringBuilder expression = new StringBuilder();
    for (Matcher part = PART.matcher(pattern); part.find(); ) {
      switch (part.group()) {
        case "**/" -> expression.append("(?:.*/)?");
        case "**" -> expression.append(".*");
        case "*" -> expression.append("[^/]*");
        default -> expression.append(Pattern.quote(part.group()));
      }
    }
    return Pattern.compile(expression.toString());
  }

  /** {@code org/example/e2e/SyncTest}, for the classes in it too; empty for a test that is in no class. */
  private static String classOf(TestDescriptor test) {
    Optional<TestDescriptor> next = Optional.of(test);
    while (next.isPresent()) {
      TestSource source = next.get().getSource().orElse(null);
      if (source instanceof ClassSource of) return toPath(of.getClassName());
      if (source instanceof MethodSource of) return toPath(of.getClassName());
      next = next.get().getParent();
    }
    return "";
  }

  private static String toPath(String className) {
    int inner = className.indexOf('$', className.lastIndexOf('.') + 2);
    return (inner < 0 ? className : className.substring(0, inner)).replace('.', '/');
  }
}

package perigee;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What test cases are called: the same in each execution, because a new name begins a new series. */
final class CaseNames {
  private static final int LONGEST = 200;
  private static final Pattern LINE_OR_CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+");
  /** Of an object without a text of its own: another one in each process. */
  private static final Pattern ADDRESS = Pattern.compile("@[0-9a-f]{4,}");

  private static final Pattern INDEX = Pattern.compile("\\[\\d+\\]$");

  private CaseNames() {}

  /** {@code big()} is {@code big}, and {@code big(int)} stays: it may have namesakes. */
  static String ofMethod(String reported) {
    return reported.endsWith("()") ? reported.substring(0, reported.length() - 2) : reported;
  }

  /** An invocation of a method, or a test that is made while tests run: by what it is shown as. */
  static String ofMade(String shown, String reported) {
    Matcher index = INDEX.matcher(reported);
    return ADDRESS.matcher(shown).find() && index.find() ? index.group() : shown;
  }

  /** One line of at most 200 characters. What is cut off stays in it as a hash of the whole. */
  static String shorten(String name) {
    String line = LINE_OR_CONTROL.matcher(name).replaceAll(" ").strip();
    if (line.isEmpty()) return "unnamed";
    if (line.length() <= LONGEST) return line;
    int end = LONGEST - 10;
    if (Character.isHighSurrogate(line.charAt(end - 1))) end--;
    return line.substring(0, end) + " #" + hash(line);
  }

  private static String hash(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return String.format("%02x%02x%02x%02x", hash[0], hash[1], hash[2], hash[3]);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}

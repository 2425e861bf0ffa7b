package perigee;

final class Json {
  private static final String ERROR = "\"error\":\"";

  private Json() {}

  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter < 0x20) quoted.append(String.format("\\u%04x", (int) letter));
      else if (letter == '"' || letter == '\\') quoted.append('\\').append(letter);
      else quoted.append(letter);
    }
    return quoted.append('"').toString();
  }

  /** The text of the field {@code error} in an answer of the collector. */
  static String readError(String answer) {
    int from = answer.indexOf(ERROR);
    if (from < 0) return "refused";
    StringBuilder error = new StringBuilder();
    for (int i = from + ERROR.length(); i < answer.length() && answer.charAt(i) != '"'; i++) {
      if (answer.charAt(i) == '\\') i++;
      if (i < answer.length()) error.append(answer.charAt(i));
    }
    return error.toString();
  }
}

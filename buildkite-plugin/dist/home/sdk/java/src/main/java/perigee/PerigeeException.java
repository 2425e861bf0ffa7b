package perigee;

/** What Perigee refused, in its words, or what no message can express. */
public final class PerigeeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  PerigeeException(String why) {
    super("Perigee: " + why);
  }
}

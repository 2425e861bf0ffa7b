package org.junit.platform.engine;

public class FilterResult {
  public static native FilterResult includedIf(boolean isIncluded);
}

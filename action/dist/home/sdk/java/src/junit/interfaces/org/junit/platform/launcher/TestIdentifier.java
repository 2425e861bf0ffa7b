package org.junit.platform.launcher;

import java.util.Optional;
import org.junit.platform.engine.TestSource;

public class TestIdentifier {
  public native boolean isTest();

  public native String getUniqueId();

  public native String getDisplayName();

  public native String getLegacyReportingName();

  public native Optional<TestSource> getSource();
}

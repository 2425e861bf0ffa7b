/** A project of JUnit, as its users have them. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../servers/cache-folder.ts';
export const pom = (junit: string, surefire: string): string => `<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>sync</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>${junit}</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>${surefire}</version>
        <configuration><argLine>-XX:TieredStopAtLevel=1 -XX:+UseSerialGC</argLine></configuration>
      </plugin>
    </plugins>
  </build>
</project>
`;

/** Gradle before 4.6 starts JUnit 5 by a runner of JUnit 4, which others ignore. */
export const gradle = `apply plugin: 'java'
repositories { mavenCentral() }
dependencies {
  testImplementation 'org.junit.jupiter:junit-jupiter:5.11.4'
  testImplementation 'org.junit.platform:junit-platform-runner:1.11.4'
  testImplementation 'org.junit.platform:junit-platform-launcher:1.11.4'
  testImplementation 'org.opentest4j:opentest4j:1.3.0'
}
if (GradleVersion.current() >= GradleVersion.version('4.6')) test { useJUnitPlatform() }
`;

interface Words {
  /** Before the class. */
  before?: string;
  /** In the class. */
  more?: string;
}

/** Tests of all kinds, one of which is skipped. */
export const testClass = (
  folder: string,
  name: string,
  { before = '', more = '' }: Words = {},
): string => `
package org.example.${folder};

import java.util.stream.Stream;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;

${before}
public class ${name} {
  @Test void download() {}
  @Disabled @Test void skipped() {}
  @Nested class Upload { @Test void small() throws Exception { Thread.sleep(1); } }
  @ParameterizedTest @ValueSource(ints = {7}) void sized(int size) {}
  @ParameterizedTest @MethodSource("objects") void made(Object one) {}
  static Stream<Object> objects() { return Stream.of(new Object()); }
  @TestFactory Stream<DynamicTest> dynamic() { return Stream.of(DynamicTest.dynamicTest("first", () -> {})); }
  ${more}
}
`;

export const plainClass = (name: string, body: string): string =>
  `package org.example;\n\nimport org.junit.jupiter.api.Test;\n\nclass ${name} {\n  ${body}\n}\n`;

/** JUnit's console launcher, from Maven Central, kept in the user's cache folder. */
const consoleVersion = '1.11.4';

/**
 * The jar; Maven fetches it when it is not there.
 * @throws Error with what Maven said
 */
export function fetchJunitConsole(): string {
  const name = 'junit-platform-console-standalone';
  const jar = join(cacheFolder(), `${name}-${consoleVersion}.jar`);
  if (existsSync(jar)) return jar;
  mkdirSync(cacheFolder(), { recursive: true });
  const { status, stdout, stderr } = spawnSync(
    'mvn',
    [
      ...['-q', '-B', 'dependency:copy', `-Dartifact=org.junit.platform:${name}:${consoleVersion}`],
      `-DoutputDirectory=${cacheFolder()}`,
    ],
    { encoding: 'utf8', timeout: 5 * 60_000 },
  );
  if (status === 0) return jar;
  throw new Error(`JUnit's console launcher could not be fetched:\n${stdout}${stderr}`);
}

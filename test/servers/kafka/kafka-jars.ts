/**
 * Kafka itself, from Maven Central with the ordinary client. About 46 MB, once for each user: they are
 * kept in the user's cache folder, outside the repository.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';

const version = '3.9.1';
const scalaVersion = '2.13';
const longestFetchMs = 5 * 60_000;

const pom = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>perigee</groupId>
  <artifactId>kafka-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_${scalaVersion}</artifactId>
      <version>${version}</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-simple</artifactId>
      <version>1.7.36</version>
    </dependency>
  </dependencies>
</project>
`;

/** What this machine lacks to run Kafka, in one line that says what to install; undefined when nothing. */
export function missingForKafka(): string | undefined {
  const needed = existsSync(jarFolder()) ? ['java', 'keytool'] : ['java', 'keytool', 'mvn'];
  const lacking = needed.filter((program) => !isOnPath(program));
  if (lacking.length === 0) return undefined;
  return `this machine lacks ${lacking.join(' and ')} for Kafka: apt-get install maven brings all`;
}

/**
 * The folder with all jars; they are fetched when they are not there.
 * @throws Error with what Maven said
 */
export function fetchKafkaJars(): string {
  const folder = jarFolder();
  if (existsSync(folder)) return folder;
  const cache = cacheFolder();
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'fetch-'));
  try {
    writeFileSync(join(work, 'pom.xml'), pom);
    const { status, stdout, stderr } = spawnSync(
      'mvn',
      ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=jars'],
      { cwd: work, encoding: 'utf8', timeout: longestFetchMs },
    );
    if (status !== 0) throw new Error(`Maven could not fetch Kafka:\n${stdout}${stderr}`);
    moveInto(join(work, 'jars'), folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Another process may have been faster; its jars are as good. */
function moveInto(jars: string, folder: string): void {
  try {
    renameSync(jars, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function jarFolder(): string {
  return join(cacheFolder(), `kafka-${version}`);
}

function isOnPath(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

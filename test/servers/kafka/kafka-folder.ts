/** What lies on the disk for one broker: its configuration, its certificate, its data. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { describeBroker, type KafkaNodes, kafkaUser, storePassword } from './describe-broker.ts';

const clusterId = 'MkU3OEVBNTcwNTJENDM2Qg';
const noNodes: KafkaNodes = [{ plain: 1, secure: 2, controller: 3 }];

/**
 * The folder of one of the brokers of a cluster.
 * @param id counted from 1
 * @returns the certificate that clients have to trust, as PEM
 */
export function prepareKafkaFolder(
  folder: string,
  jars: string,
  nodes: KafkaNodes,
  id: number,
): string {
  cpSync(fetchFreshFolder(jars), folder, { recursive: true });
  writeFileSync(join(folder, 'server.properties'), describeBroker(folder, nodes, id));
  const identity = join(folder, 'data', 'meta.properties');
  // Kafka takes no name that could be read as an option.
  const name = `A${randomBytes(16).toString('base64url').slice(1)}`;
  const text = readFileSync(identity, 'utf8')
    .replace(/^node\.id=.*$/m, `node.id=${id}`)
    .replace(/^directory\.id=.*$/m, `directory.id=${name}`);
  writeFileSync(identity, text);
  return readFileSync(join(folder, 'certificate.pem'), 'utf8');
}

/**
 * The folder of a broker that has never been started. Making it takes three starts of Java, more than the start
 * of the broker itself: it is made once for each user, and kept beside the jars.
 */
function fetchFreshFolder(jars: string): string {
  const inputs = [clusterId, kafkaUser, storePassword, describeBroker('', noNodes, 1)];
  const digest = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 12);
  const fresh = join(cacheFolder(), `${basename(jars)}-fresh-${digest}`);
  if (existsSync(fresh)) return fresh;
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'fresh-'));
  try {
    createCertificate(work);
    formatData(work, jars);
    renameSync(work, fresh);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    // Another process may have been faster; its folder is as good.
    if (!existsSync(fresh)) throw error;
  }
  return fresh;
}

function formatData(folder: string, jars: string): void {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'server.properties'), describeBroker(folder, noNodes, 1));
  const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${kafkaUser.username},password=${kafkaUser.password}]`,
  ]);
  run('java', [
    ...['-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', join(jars, '*')],
    ...['kafka.tools.StorageTool', 'format', '-t', clusterId],
    ...['-c', join(folder, 'server.properties'), ...scram],
  ]);
}

function createCertificate(folder: string): void {
  const store = ['-keystore', join(folder, 'keys.p12'), '-storepass', storePassword];
  const certificate = join(folder, 'certificate.pem');
  run('keytool', [
    ...['-genkeypair', '-alias', 'broker', '-keyalg', 'EC', '-groupname', 'secp256r1'],
    ...['-dname', 'CN=localhost', '-ext', 'SAN=DNS:localhost,IP:127.0.0.1', '-validity', '3650'],
    ...['-storetype', 'PKCS12', ...store],
  ]);
  run('keytool', ['-exportcert', '-rfc', '-alias', 'broker', '-file', certificate, ...store]);
}

function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`${program} failed: ${error?.message ?? ''}\n${stdout}${stderr}`);
}

/** What lies on the disk for one broker: its configuration, its certificate, its data. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const kafkaUser = { username: 'perigee', password: 'correct-horse-battery' } as const;

const storePassword = 'only-for-tests';
const clusterId = 'MkU3OEVBNTcwNTJENDM2Qg';

export interface KafkaPorts {
  plain: number;
  secure: number;
  controller: number;
}

/** @returns the certificate that clients have to trust, as PEM */
export function prepareKafkaFolder(folder: string, jars: string, ports: KafkaPorts): string {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const certificate = createCertificate(folder);
  writeFileSync(join(folder, 'server.properties'), describeServer(folder, ports));
  const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${kafkaUser.username},password=${kafkaUser.password}]`,
  ]);
  run('java', [
    ...['-Xmx128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', join(jars, '*')],
    ...['kafka.tools.StorageTool', 'format', '-t', clusterId],
    ...['-c', join(folder, 'server.properties'), ...scram],
  ]);
  return certificate;
}

/** Small: one thread of each kind, few partitions, no log cleaner with its buffer of 128 MB. */
function describeServer(folder: string, ports: KafkaPorts): string {
  const { username, password } = kafkaUser;
  const login = 'org.apache.kafka.common.security';
  const settings: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${ports.controller}`,
    listeners: [
      `PLAIN://127.0.0.1:${ports.plain}`,
      `SECURE://127.0.0.1:${ports.secure}`,
      `CONTROLLER://127.0.0.1:${ports.controller}`,
    ].join(','),
    'advertised.listeners': `PLAIN://127.0.0.1:${ports.plain},SECURE://127.0.0.1:${ports.secure}`,
    'listener.security.protocol.map': 'PLAIN:PLAINTEXT,SECURE:SASL_SSL,CONTROLLER:PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAIN',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    'listener.name.secure.plain.sasl.jaas.config': `${login}.plain.PlainLoginModule required user_${username}="${password}";`,
    'listener.name.secure.scram-sha-256.sasl.jaas.config': `${login}.scram.ScramLoginModule required;`,
    'listener.name.secure.scram-sha-512.sasl.jaas.config': `${login}.scram.ScramLoginModule required;`,
    'ssl.keystore.type': 'PKCS12',
    'ssl.keystore.location': join(folder, 'keys.p12'),
    'ssl.keystore.password': storePassword,
    'log.dirs': join(folder, 'data'),
    'log.segment.bytes': 16_777_216,
    'log.index.size.max.bytes': 1_048_576,
    'log.cleaner.enable': false,
    'auto.create.topics.enable': false,
    'num.partitions': 3,
    'num.network.threads': 1,
    'num.io.threads': 2,
    'background.threads': 2,
    'offsets.topic.num.partitions': 1,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // So that tests need not wait for long until a dead consumer counts as one.
    'group.min.session.timeout.ms': 500,
    'controlled.shutdown.enable': false,
    // A broker that comes back waits for its own session from before to end.
    'broker.session.timeout.ms': 1_000,
    'broker.heartbeat.interval.ms': 200,
    'controller.quorum.election.timeout.ms': 200,
  };
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');
}

function createCertificate(folder: string): string {
  const store = ['-keystore', join(folder, 'keys.p12'), '-storepass', storePassword];
  const certificate = join(folder, 'certificate.pem');
  run('keytool', [
    ...['-genkeypair', '-alias', 'broker', '-keyalg', 'EC', '-groupname', 'secp256r1'],
    ...['-dname', 'CN=localhost', '-ext', 'SAN=DNS:localhost,IP:127.0.0.1', '-validity', '2'],
    ...['-storetype', 'PKCS12', ...store],
  ]);
  run('keytool', ['-exportcert', '-rfc', '-alias', 'broker', '-file', certificate, ...store]);
  return readFileSync(certificate, 'utf8');
}

function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`${program} failed: ${error?.message ?? ''}\n${stdout}${stderr}`);
}

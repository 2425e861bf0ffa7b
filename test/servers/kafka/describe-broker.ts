import { join } from 'node:path';

export const kafkaUser = { username: 'perigee', password: 'correct-horse-battery' } as const;

export const storePassword = 'only-for-tests';

export interface KafkaPorts {
  plain: number;
  secure: number;
  controller: number;
}

/** The brokers of a cluster, each of which is a controller too. */
export type KafkaNodes = readonly KafkaPorts[];

/**
 * The properties of one of the brokers of a cluster, whose data is in the folder. It is small: one thread of each
 * kind, few partitions, no log cleaner with its buffer of 128 MB.
 * @param id counted from 1
 */
export function describeBroker(folder: string, nodes: KafkaNodes, id: number): string {
  const { username, password } = kafkaUser;
  const ports = nodes[id - 1] ?? { plain: 0, secure: 0, controller: 0 };
  const voters = nodes.map(({ controller }, index) => `${index + 1}@127.0.0.1:${controller}`);
  const isAlone = nodes.length === 1;
  const login = 'org.apache.kafka.common.security';
  const settings: Record<string, string | number | boolean> = {
    'process.roles': 'broker,controller',
    'node.id': id,
    'controller.quorum.voters': voters.join(','),
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
    'offsets.topic.replication.factor': nodes.length,
    'transaction.state.log.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // So that tests need not wait for long until a dead consumer counts as one.
    'group.min.session.timeout.ms': 500,
    'controlled.shutdown.enable': false,
    // A broker that comes back waits for its own session from before to end. Of several, none may lose its
    // partitions only because the machine is busy.
    'broker.session.timeout.ms': isAlone ? 1_000 : 2_000,
    'broker.heartbeat.interval.ms': 200,
    'controller.quorum.election.timeout.ms': isAlone ? 200 : 500,
    // A broker that is back leads its partitions again, so that each kill meets some.
    'leader.imbalance.check.interval.seconds': 1,
  };
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');
}

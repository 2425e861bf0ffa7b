import { UserError } from '../../contract/user-error.ts';

export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type SaslMechanism = (typeof saslMechanisms)[number];

export interface KafkaSettings {
  /** `host:port`, at least one. */
  brokers: readonly string[];
  topic: string;
  clientId: string;
  /** `authority`: the certificates to trust instead of those that Node trusts, as PEM. */
  tls?: { authority?: string };
  sasl?: { mechanism: SaslMechanism; username: string; password: string };
}

/** As they are written in a workflow or in the environment; an empty text is one that was not given. */
export interface KafkaInputs {
  /** `host:port`, separated by commas or blanks. */
  brokers: string;
  topic: string;
  clientId: string;
  /** PEM text, or empty. */
  tlsAuthority: string;
  tls: boolean;
  saslMechanism: string;
  saslUsername: string;
  saslPassword: string;
}

export type KafkaChoice =
  | { kind: 'kafka'; settings: KafkaSettings }
  /** Nothing to send to; `why` is one line for a person. */
  | { kind: 'none'; why: string };

export const defaultTopic = 'perigee.builds';
export const defaultClientId = 'perigee';

/**
 * Reads where events go. A fork's job has no secrets: then there is nothing to send to, and no error.
 * @throws UserError for what is written wrongly
 */
export function readKafkaSettings(inputs: KafkaInputs): KafkaChoice {
  const brokers = inputs.brokers.split(/[\s,]+/).filter((broker) => broker !== '');
  if (brokers.length === 0) return { kind: 'none', why: 'no Kafka brokers are given' };
  for (const broker of brokers) checkBroker(broker);
  const topic = inputs.topic === '' ? defaultTopic : inputs.topic;
  checkTopic(topic);
  const settings: KafkaSettings = {
    brokers,
    topic,
    clientId: inputs.clientId === '' ? defaultClientId : inputs.clientId,
  };
  if (inputs.tls) {
    settings.tls = inputs.tlsAuthority === '' ? {} : { authority: inputs.tlsAuthority };
  }
  if (inputs.saslMechanism === '' && inputs.saslUsername === '') return { kind: 'kafka', settings };
  const mechanism = readMechanism(inputs.saslMechanism);
  if (mechanism === 'plain' && !inputs.tls) throw reportReadablePassword();
  if (inputs.saslUsername === '' || inputs.saslPassword === '') {
    return { kind: 'none', why: 'the user or password for Kafka is empty, as in a fork’s job' };
  }
  settings.sasl = {
    mechanism,
    username: inputs.saslUsername,
    password: inputs.saslPassword,
  };
  return { kind: 'kafka', settings };
}

/** IPv6 addresses are left out: the client splits at the first colon. */
function checkBroker(broker: string): void {
  const match = /^[A-Za-z0-9._-]{1,255}:(\d{1,5})$/.exec(broker);
  const port = Number(match?.[1]);
  if (match !== null && port >= 1 && port <= 65_535) return;
  throw new UserError({
    // The text may hold a password.
    seen: `a Kafka broker that is not a host and port (${broker.length} characters)`,
    expected: 'host:port, for example kafka-1.example.com:9093, several separated by commas',
    remedy: 'remove any scheme, user or path; user and password have inputs of their own',
  });
}

/** The names that Kafka allows. */
function checkTopic(topic: string): void {
  if (/^[A-Za-z0-9._-]{1,249}$/.test(topic) && topic !== '.' && topic !== '..') return;
  throw new UserError({
    seen: `the Kafka topic ${JSON.stringify(topic.slice(0, 300))}`,
    expected: '1 to 249 letters, digits, dots, underscores and hyphens',
    remedy: `for example ${defaultTopic}`,
  });
}

function readMechanism(text: string): SaslMechanism {
  const wanted = text.toLowerCase();
  const mechanism = saslMechanisms.find((known) => known === wanted);
  if (mechanism !== undefined) return mechanism;
  throw new UserError({
    seen: text === '' ? 'a Kafka user without a SASL mechanism' : `the SASL mechanism "${text}"`,
    expected: `one of ${saslMechanisms.join(', ')}`,
    remedy: 'ask the operator of the brokers which one they take',
  });
}

function reportReadablePassword(): UserError {
  return new UserError({
    seen: 'SASL mechanism plain without TLS',
    expected: 'TLS: with plain, the password itself goes over the network',
    remedy: 'switch TLS on, or use scram-sha-512',
  });
}

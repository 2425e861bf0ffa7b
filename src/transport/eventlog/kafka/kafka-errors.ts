import kafkajs from 'kafkajs';
import type { KafkaSettings } from '../kafka-settings.ts';
import { formatInOneLine } from '../one-line.ts';

/** Waiting does not help: a person has to change a password, a permission or a setting. */
const hopelessTypes = [
  'CLUSTER_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'INCONSISTENT_GROUP_PROTOCOL',
  'INVALID_GROUP_ID',
  'INVALID_SESSION_TIMEOUT',
  'INVALID_TOPIC_EXCEPTION',
  'SASL_AUTHENTICATION_FAILED',
  'TOPIC_AUTHORIZATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'UNSUPPORTED_VERSION',
];
const hopelessNames = ['KafkaJSSASLAuthenticationError', 'KafkaJSNotImplemented'];

/** Another member joined or left: our generation of the group is over. */
const rebalanceTypes = [
  'FENCED_INSTANCE_ID',
  'ILLEGAL_GENERATION',
  'NOT_COORDINATOR_FOR_GROUP',
  'REBALANCE_IN_PROGRESS',
  'UNKNOWN_MEMBER_ID',
];

export function isHopeless(error: unknown): boolean {
  return causesOf(error).some(
    (cause) => hopelessNames.includes(cause.name) || hopelessTypes.includes(typeOf(cause)),
  );
}

/**
 * Faults that the next try would meet again: a message that is too large, a topic that this user may not write to.
 * kafkajs calls every fault that it gave up on not worth another try: its first cause says what that was.
 */
export function isLasting(error: unknown): boolean {
  const first = causesOf(error).at(-1);
  if (!(first instanceof kafkajs.KafkaJSError)) return false;
  const isGivenUp = first instanceof kafkajs.KafkaJSNumberOfRetriesExceeded;
  return !isGivenUp && !(first instanceof kafkajs.KafkaJSTimeout) && !first.retriable;
}

export function isRebalance(error: unknown): boolean {
  return causesOf(error).some((cause) => rebalanceTypes.includes(typeOf(cause)));
}

export function isType(error: unknown, type: string): boolean {
  return causesOf(error).some((cause) => typeOf(cause) === type);
}

/** OpenSSL's words for a valid certificate whose issuer is not known here. */
const unknownIssuer = /self-signed certificate|unable to (?:verify|get).* (?:issuer )?certificate/;
const trustHint =
  ' (the certificate of its authority: events.kafka.tlsAuthorityFile of the service, kafka-tls-authority of a job)';

/** One line, without the password. */
export function formatKafkaError(error: unknown, { sasl, topic }: KafkaSettings): string {
  // Node says of an unknown authority how it would be told of one itself.
  const [text = '', isUnknown] = describeError(error).split(
    '; if the root CA is installed locally',
  );
  const hints = [
    text.includes('does not host this topic') ? ` (does the topic ${topic} exist?)` : '',
    isUnknown === undefined && !unknownIssuer.test(text) ? '' : trustHint,
  ];
  return formatInOneLine(`${text}${hints.join('')}`, sasl?.password);
}

/** The first of several errors, such as those of a topic that cannot be created, says more than their name. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error instanceof kafkajs.KafkaJSAggregateError ? error.errors[0] : undefined;
  return inner === undefined ? error.message : `${error.message}: ${describeError(inner)}`;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = causeOf(cause)) {
    causes.push(cause);
  }
  return causes;
}

function causeOf(error: Error): unknown {
  return error instanceof kafkajs.KafkaJSAggregateError ? error.errors[0] : error.cause;
}

function typeOf(error: Error): string {
  return error instanceof kafkajs.KafkaJSProtocolError ? error.type : '';
}

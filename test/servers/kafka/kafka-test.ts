import { test } from 'vitest';
import { isNightly } from '../../nightly.ts';
import { missingForKafka } from './kafka-jars.ts';

const missing = missingForKafka();
/** On a build server they fail instead: nobody reads there that something was skipped. */
export const isKafkaSkipped = missing !== undefined && process.env['CI'] === undefined;
if (isKafkaSkipped) console.log(`the tests with a Kafka broker are skipped: ${missing}`);

/** A test that is skipped, with a line that says why, where this machine cannot run a broker. */
export const kafkaTest = test.skipIf(isKafkaSkipped);
export const kafkaTestAtNight = test.skipIf(isKafkaSkipped || !isNightly);

/** For the start in a `beforeAll`: the first time, Kafka has to be fetched. */
export const kafkaStartMs = 1_200_000;

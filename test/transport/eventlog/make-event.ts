import type { BuildEvent } from '../../../src/contract/documents.ts';
import type { KafkaSettings } from '../../../src/transport/eventlog/kafka-settings.ts';
import { describeShard } from '../../../src/transport/artifacts/describe-shard.ts';
import { makeRecord, now, origin } from '../artifacts/make-run.ts';

export function makeEvent(runId = origin.runId): BuildEvent {
  const reference = { store: 'github', sha256: '0'.repeat(64), bytes: 1 } as const;
  return describeShard(makeRecord(), { ...origin, runId }, reference, now);
}

export function makeSettings(changes: Partial<KafkaSettings> = {}): KafkaSettings {
  return { brokers: ['127.0.0.1:9'], topic: 'builds', clientId: 'test', ...changes };
}

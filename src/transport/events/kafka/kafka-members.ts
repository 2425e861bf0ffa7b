import type { KafkaSettings } from '../kafka-settings.ts';
import { withKafkaAdmin } from './kafka-admin.ts';

/**
 * How many read for a group, as its coordinator knows: one that was killed counts until its session is over.
 * @throws Error with one line that holds no secret, when Kafka is out of reach
 */
export async function countKafkaMembers(settings: KafkaSettings, group: string): Promise<number> {
  const { groups } = await withKafkaAdmin(settings, (admin) => admin.describeGroups([group]));
  return groups.reduce((sum, { members }) => sum + members.length, 0);
}

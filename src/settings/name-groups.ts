export interface ReaderGroups {
  /** Puts builds together. */
  aggregate: string;
  /** Group of the bot in the log of builds. */
  report: string;
  /** Group of the bot in the log of deliveries. */
  bot: string;
}

const usual: ReaderGroups = {
  aggregate: 'perigee-aggregate',
  report: 'perigee-report',
  bot: 'perigee-bot',
};

/**
 * The groups that read the logs. In Kafka a name counts for all topics of a cluster: two installations that share
 * one have groups of their own. Who writes the default down means the same as who leaves it out: were the bot's
 * groups others, two bots of one installation would not see each other.
 * @param own `events.kafka.group`
 */
export function nameGroups(own: string = usual.aggregate): ReaderGroups {
  if (own === usual.aggregate) return usual;
  return { aggregate: own, report: `${own}-report`, bot: `${own}-bot` };
}

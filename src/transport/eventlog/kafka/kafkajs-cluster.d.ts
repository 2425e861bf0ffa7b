/**
 * The part of kafkajs 2.2.4 below its clients: single requests to single brokers. Its public interface reads
 * messages as a member of a group only, and to join one takes seconds.
 */
declare module 'kafkajs/src/cluster/index.js' {
  import type { KafkaConfig, KafkaMessage, Logger } from 'kafkajs';

  interface FetchRequest {
    /** Milliseconds that the broker may wait for `minBytes`. */
    maxWaitTime: number;
    minBytes: number;
    maxBytes: number;
    isolationLevel: 0 | 1;
    topics: {
      topic: string;
      partitions: { partition: number; fetchOffset: string; maxBytes: number }[];
    }[];
  }

  interface FetchResponse {
    responses: { partitions: { partition: number; messages: KafkaMessage[] }[] }[];
  }

  class Cluster {
    constructor(options: KafkaConfig & { logger: Logger; allowAutoTopicCreation: boolean });
    connect(): Promise<void>;
    disconnect(): Promise<void>;
    addTargetTopic(topic: string): Promise<void>;
    /** @returns id of a broker → partitions that it leads */
    findLeaderForPartitions(topic: string, partitions: number[]): Record<string, number[]>;
    findBroker(options: { nodeId: string }): Promise<{
      fetch(request: FetchRequest): Promise<FetchResponse>;
    }>;
  }

  export = Cluster;
}

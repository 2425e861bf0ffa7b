/**
 * Brokers that speak just enough of Kafka's protocol to be written to, for what a real cluster does once in a
 * thousand times: the answers are the test's. They need no Java.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { readRequest, type WireReader, WireWriter } from './wire.ts';

export const kafkaErrors = { none: 0, notLeader: 6, tooLarge: 10, topicForbidden: 29 } as const;

/** One partition's part of a request to write. */
export interface Arrival {
  /** Counted from 1. */
  broker: number;
  partition: number;
  /** As they lie in the batch: not compressed. */
  records: string;
}

export interface FakeCluster {
  /** `host:port` of each. */
  readonly brokers: string[];
  /** Partition → the broker that leads it, as all brokers say. */
  readonly leaders: number[];
  /** What was written and acknowledged. */
  readonly written: Arrival[];
  /** The topics that somebody asked to make. */
  readonly asked: string[];
  close(): Promise<void>;
}

export interface FakeScript {
  brokers: number;
  leaders: number[];
  /** @returns an error code, or undefined to leave the partition out of the answer */
  write(arrival: Arrival, cluster: FakeCluster): number | undefined | Promise<number | undefined>;
}

const keys = { write: 0, metadata: 3, versions: 18, makeTopic: 19, readSettings: 32 } as const;
const versions = [
  [keys.write, 3],
  [keys.metadata, 1],
  [keys.versions, 0],
  [keys.makeTopic, 0],
  [keys.readSettings, 0],
] as const;

export async function startFakeCluster(script: FakeScript): Promise<FakeCluster> {
  const sockets = new Set<Socket>();
  const servers = Array.from({ length: script.brokers }, (_, index) =>
    createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      serve(socket, index + 1);
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  const cluster: FakeCluster = {
    brokers: ports.map((port) => `127.0.0.1:${port}`),
    leaders: script.leaders,
    written: [],
    asked: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => once(server.close(), 'close')));
    },
  };

  function serve(socket: Socket, broker: number): void {
    let unread = Buffer.alloc(0);
    let answered = Promise.resolve();
    socket.on('data', (data: Buffer) => {
      unread = Buffer.concat([unread, data]);
      while (unread.length >= 4 && unread.length >= 4 + unread.readInt32BE(0)) {
        const end = 4 + unread.readInt32BE(0);
        const request = readRequest(unread.subarray(4, end));
        unread = unread.subarray(end);
        answered = answered.then(async () => {
          const body = await answer(request.key, request.body, broker);
          socket.write(new WireWriter().int32(request.id).raw(body).framed());
        });
      }
    });
  }

  async function answer(key: number, body: WireReader, broker: number): Promise<Buffer> {
    if (key === keys.write) return takeMessages(body, broker);
    if (key === keys.metadata) return describeCluster(body);
    if (key === keys.makeTopic) return refuseTopics(body);
    if (key === keys.readSettings) return refuseSettings(body);
    const writer = new WireWriter().int16(kafkaErrors.none);
    return writer.array(versions, ([one, version]) => writer.int16(one, version, version)).done();
  }

  async function takeMessages(body: WireReader, broker: number): Promise<Buffer> {
    body.text();
    body.int16();
    body.int32();
    const topics = body.array(() => ({
      topic: body.text(),
      parts: body.array(() => ({ partition: body.int32(), records: body.bytes() })),
    }));
    // One topic at a time: nobody writes to two at once.
    const [{ topic, parts } = { topic: '', parts: [] }] = topics;
    const answers: { partition: number; code: number }[] = [];
    for (const { partition, records } of parts) {
      const arrival = { broker, partition, records: records.toString('latin1') };
      const code = await script.write(arrival, cluster);
      if (code === kafkaErrors.none) cluster.written.push(arrival);
      if (code !== undefined) answers.push({ partition, code });
    }
    const writer = new WireWriter();
    writer.array(answers.length === 0 ? [] : [topic], (one) => {
      writer.text(one).array(answers, ({ partition, code }) => {
        writer.int32(partition).int16(code).int64(0n, -1n);
      });
    });
    return writer.int32(0).done();
  }

  function describeCluster(body: WireReader): Buffer {
    const topics = body.array(() => body.text());
    const writer = new WireWriter();
    writer.array(ports, (port) => {
      writer.int32(ports.indexOf(port) + 1).text('127.0.0.1');
      writer.int32(port).text(undefined);
    });
    writer.int32(1).array(topics, (topic) => {
      writer.int16(kafkaErrors.none).text(topic).int8(0);
      writer.array([...cluster.leaders.entries()], ([partition, leader]) => {
        writer.int16(kafkaErrors.none).int32(partition, leader);
        writer.array([leader], (one) => writer.int32(one));
        writer.array([leader], (one) => writer.int32(one));
      });
    });
    return writer.done();
  }

  function refuseTopics(body: WireReader): Buffer {
    // Only the first is read: nobody asks for two at once.
    body.int32();
    const topic = body.text();
    cluster.asked.push(topic);
    const writer = new WireWriter();
    writer.array([topic], (one) => writer.text(one).int16(kafkaErrors.topicForbidden));
    return writer.done();
  }

  function refuseSettings(body: WireReader): Buffer {
    body.int32();
    const type = body.int8();
    const name = body.text();
    const writer = new WireWriter().int32(0);
    writer.array([name], (one) => {
      writer.int16(kafkaErrors.topicForbidden).text('not allowed').int8(type).text(one);
      writer.array([], () => undefined);
    });
    return writer.done();
  }

  return cluster;
}

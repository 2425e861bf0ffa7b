import { createRequire } from 'node:module';

export type Payload = Record<string, unknown>;
const examples = createRequire(import.meta.url)('@octokit/webhooks-examples') as {
  name: string;
  examples: Payload[];
}[];

/** What GitHub has really sent for an event. */
export function payloadsOf(name: string): Payload[] {
  return structuredClone(examples.find((event) => event.name === name)!.examples);
}

/** The first of them, with other values at some paths, e.g. `{ 'pull_request.head.ref': '--x' }`. */
export function payloadOf(name: string, changes: Record<string, unknown> = {}): Payload {
  const payload = payloadsOf(name)[0]!;
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const last = keys.pop()!;
    const holder = keys.reduce((at, key) => at[key] as Payload, payload);
    if (value === undefined) Reflect.deleteProperty(holder, last);
    else holder[last] = value;
  }
  return payload;
}

import { createEmulator, type EmulatorOptions } from 'emulate';
import { onTestFinished } from 'vitest';
import { findFreePorts } from '../free-ports.ts';

type Json = Record<string, unknown>;
type Seed = NonNullable<EmulatorOptions['seed']>;

export interface Emulator {
  url: string;
  /** Of the app, where the seed has none of its own. */
  privateKey: string;
  /** With a token of the seed, or one that it gave. */
  call(
    token: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Json }>;
  /** The same. @throws when it is refused */
  insist(token: string, method: string, path: string, body?: unknown): Promise<Json>;
}

/** A GitHub that others wrote, as long as the test runs. */
export async function startEmulator(seed: Seed): Promise<Emulator> {
  const [port = 0] = await findFreePorts(1);
  const github = await createEmulator({ service: 'github', port, seed });
  onTestFinished(() => github.close());
  const key = github.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key');
  const call: Emulator['call'] = async (token, method, path, body) => {
    const response = await fetch(`${github.url}${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        // While a test waits for a program, the emulator closes connections that are kept.
        connection: 'close',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Json };
  };
  return {
    ...{ url: github.url, privateKey: key?.value ?? '', call },
    insist: async (token, method, path, body) => {
      const answer = await call(token, method, path, body);
      if (answer.status < 300) return answer.body;
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    },
  };
}

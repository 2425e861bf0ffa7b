import { createRequire } from 'node:module';

interface Examples {
  name: string;
  examples: Record<string, unknown>[];
}

// The package is JSON alone, of several megabytes.
const published = createRequire(import.meta.url)('@octokit/webhooks-examples') as Examples[];

export interface Example {
  name: string;
  index: number;
  payload: Record<string, unknown>;
}

/** Every payload that GitHub's examples have. */
export const examples: readonly Example[] = published.flatMap(({ name, examples: payloads }) =>
  payloads.map((payload, index) => ({ name, index, payload })),
);

/** Those of one event and action, as an app gets them: each names its installation. */
export function listExamples(name: string, action?: string): Record<string, unknown>[] {
  return examples
    .filter((each) => each.name === name && each.payload['action'] === action)
    .map(({ payload }) => ({ installation: { id: 7 }, ...payload }));
}

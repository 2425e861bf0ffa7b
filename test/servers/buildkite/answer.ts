/** What the endpoint of agents answers. */
export interface Answer {
  status: number;
  json?: unknown;
  bytes?: Buffer;
}

export type Body = Record<string, unknown>;

export const nothing: Answer = { status: 404, json: { message: 'Not found' } };

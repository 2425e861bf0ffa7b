/** Artifacts as agents announce, upload, finish, search and fetch them. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface UploadedArtifact {
  id: string;
  job: string;
  path: string;
  sha1: string;
  state: string;
  content: Buffer;
}

/** An agent says what is coming, and is told where to bring it. */
export function createArtifacts(
  artifacts: UploadedArtifact[],
  request: {
    batches: Map<string, UploadedArtifact[]>;
    body: Body;
    job: string;
    origin: string;
  },
): Answer {
  const { batches, body, job, origin } = request;
  const batch = String(body['id']);
  const files = body['artifacts'] as { path: string; sha1sum: string }[];
  const made = files.map(({ path, sha1sum }) => ({
    ...{ id: randomUUID(), job, path, sha1: sha1sum },
    ...{ state: 'new', content: Buffer.alloc(0) },
  }));
  artifacts.push(...made);
  batches.set(batch, made);
  const action = { url: origin, path: `/storage/${batch}`, method: 'POST', file_input: 'file' };
  const instructions = { action, data: { path: '${artifact:path}' } };
  const ids = made.map(({ id }) => id);
  return {
    status: 201,
    json: { id: batch, artifact_ids: ids, upload_instructions: instructions },
  };
}

export async function storeArtifact(
  batch: readonly UploadedArtifact[] | undefined,
  { headers }: IncomingMessage,
  content: Buffer,
): Promise<Answer> {
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(content), {
    headers: { 'content-type': type },
  }).formData();
  const artifact = batch?.find(({ path }) => path === form.get('path'));
  const file = form.get('file');
  if (artifact === undefined || !(file instanceof Blob)) return nothing;
  artifact.content = Buffer.from(await file.arrayBuffer());
  return { status: 204 };
}

export function finishArtifacts(artifacts: readonly UploadedArtifact[], body: Body): Answer {
  for (const { id, state } of body['artifacts'] as { id: string; state: string }[]) {
    const artifact = artifacts.find((each) => each.id === id);
    if (artifact !== undefined) artifact.state = state;
  }
  return { status: 200 };
}

/** Without being asked for, artifacts of a job that was retried are left out. */
export function searchArtifacts(
  artifacts: readonly UploadedArtifact[],
  request: {
    asked: URLSearchParams;
    jobs: ReadonlyMap<string, { step: string; isRetried: boolean }>;
    origin: string;
  },
): Answer {
  const { asked, jobs, origin } = request;
  const matches = asGlob(asked.get('query') ?? '*');
  const scope = asked.get('scope');
  const found = artifacts.filter(({ job, path, state }) => {
    const of = jobs.get(job);
    if (state !== 'finished' || !matches.test(path)) return false;
    if (of?.isRetried === true && asked.get('include_retried_jobs') !== 'true') return false;
    return scope === null || scope === job || scope === of?.step;
  });
  const json = found.map(({ content, id, job, path, sha1 }) => ({
    ...{ id, path, job_id: job, sha1sum: sha1, file_size: content.length },
    url: `${origin}/stored/${id}`,
    created_at: '2026-11-21T10:00:00.000Z',
  }));
  return { status: 200, json };
}

/** A glob fits the whole path. */
function asGlob(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/?|\*|\?)/).map((part) => {
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

export function fetchStored(artifacts: readonly UploadedArtifact[], id: string): Answer {
  const artifact = artifacts.find((each) => each.id === id);
  return artifact === undefined ? nothing : { status: 200, bytes: artifact.content };
}

/** What the endpoint of agents answers. */
export interface Answer {
  status: number;
  json?: unknown;
  bytes?: Buffer;
}

export type Body = Record<string, unknown>;

export const nothing: Answer = { status: 404, json: { message: 'Not found' } };

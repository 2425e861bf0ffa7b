/** The remote procedures of the artifact service, as far as `@actions/artifact` calls them. */
import { digestOf, type FakeArtifact } from './stored-artifact.ts';

export interface RpcAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** What all procedures share. */
export interface RpcState {
  run: string;
  artifacts: FakeArtifact[];
  /** No two artifacts have the same, whatever became of the earlier one. */
  lastId: number;
  baseUrl: string;
}

type Fields = Record<string, unknown>;

const required: Record<string, readonly string[]> = {
  CreateArtifact: ['name', 'version', 'mime_type'],
  FinalizeArtifact: ['name', 'size', 'hash'],
  ListArtifacts: [],
  GetSignedArtifactURL: ['name'],
  DeleteArtifact: ['name'],
};
const forbiddenInNames = /[":<>|*?\r\n\\/]/;

/** Answers one call; a request that the real service would not take is answered with 400. */
export function answerRpc(method: string, body: unknown, job: string, state: RpcState): RpcAnswer {
  const fields: Fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const fault = findFault(method, fields, job, state);
  if (fault !== undefined) return refuse(400, 'invalid_argument', fault);
  if (method === 'CreateArtifact') return create(fields, job, state);
  if (method === 'FinalizeArtifact') return finalize(fields, state);
  if (method === 'ListArtifacts') return list(fields, state);
  if (method === 'GetSignedArtifactURL') return sign(fields, state);
  return remove(fields, state);
}

function findFault(
  method: string,
  fields: Fields,
  job: string,
  state: RpcState,
): string | undefined {
  const needed = required[method];
  if (needed === undefined) return `no such method ${method}`;
  const missing = needed.filter((field) => fields[field] === undefined);
  if (missing.length > 0) return `missing: ${missing.join(', ')}`;
  if (fields['workflow_run_backend_id'] !== state.run) return 'another workflow run';
  const mayNameAny = method === 'GetSignedArtifactURL';
  if (!mayNameAny && fields['workflow_job_run_backend_id'] !== job) return 'another job';
  const { name = 'a' } = fields;
  if (typeof name !== 'string' || name === '') return 'the name is empty';
  return forbiddenInNames.test(name)
    ? `the name ${name} has a character that is not allowed`
    : undefined;
}

function create(fields: Fields, job: string, state: RpcState): RpcAnswer {
  const name = String(fields['name']);
  if (fields['version'] !== 7) return refuse(400, 'invalid_argument', 'version is not 7');
  if (find(state, name) !== undefined) {
    const message = 'an artifact with this name already exists on the workflow run';
    return refuse(409, 'already_exists', message);
  }
  state.lastId += 1;
  const id = state.lastId;
  state.artifacts.push({
    ...{ id, name, job, isFinal: false, blocks: new Map(), content: Buffer.alloc(0) },
    ...{ digest: '', createdAt: new Date(), contentType: 'application/zip' },
  });
  return accept({ signed_upload_url: `${state.baseUrl}/blob/${id}?sig=upload` });
}

function finalize(fields: Fields, state: RpcState): RpcAnswer {
  const artifact = find(state, String(fields['name']));
  if (artifact === undefined) return refuse(404, 'not_found', 'no such artifact');
  const { content } = artifact;
  if (fields['size'] !== String(content.length)) {
    return refuse(400, 'invalid_argument', `size ${String(fields['size'])} is not what was sent`);
  }
  if (fields['hash'] !== digestOf(content)) {
    return refuse(400, 'invalid_argument', 'hash is not that of what was sent');
  }
  artifact.digest = digestOf(content);
  artifact.isFinal = true;
  return accept({ artifact_id: String(artifact.id) });
}

function list(fields: Fields, state: RpcState): RpcAnswer {
  const { name_filter: name, id_filter: id } = fields;
  const found = state.artifacts.filter(
    (artifact) =>
      artifact.isFinal &&
      (name === undefined || artifact.name === name) &&
      (id === undefined || String(artifact.id) === id),
  );
  const artifacts = found.map((artifact) => ({
    workflow_run_backend_id: state.run,
    workflow_job_run_backend_id: artifact.job,
    database_id: String(artifact.id),
    name: artifact.name,
    size: String(artifact.content.length),
    created_at: artifact.createdAt.toISOString(),
    ...(artifact.digest === '' ? {} : { digest: artifact.digest }),
  }));
  return { status: 200, body: { artifacts } };
}

function sign(fields: Fields, state: RpcState): RpcAnswer {
  const artifact = find(state, String(fields['name']));
  if (artifact?.isFinal !== true) return refuse(404, 'not_found', 'no such artifact');
  if (artifact.job !== fields['workflow_job_run_backend_id']) {
    return refuse(400, 'invalid_argument', 'another job');
  }
  const signed_url = `${state.baseUrl}/blob/${artifact.id}?sig=download`;
  return { status: 200, body: { name: artifact.name, signed_url } };
}

function remove(fields: Fields, state: RpcState): RpcAnswer {
  const index = state.artifacts.findIndex(({ name }) => name === fields['name']);
  const [artifact] = index < 0 ? [] : state.artifacts.splice(index, 1);
  if (artifact === undefined) return refuse(404, 'not_found', 'no such artifact');
  return accept({ artifact_id: String(artifact.id) });
}

/** The newest of a name. */
function find(state: RpcState, name: string): FakeArtifact | undefined {
  return state.artifacts.findLast((artifact) => artifact.name === name);
}

function accept(fields: Fields): RpcAnswer {
  return { status: 200, body: { ok: true, ...fields } };
}

function refuse(status: number, code: string, message: string): RpcAnswer {
  return { status, body: { code, msg: message } };
}

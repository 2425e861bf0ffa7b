import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

type Json = Record<string, unknown>;

interface Media {
  schema?: object;
}
interface Operation {
  parameters?: { $ref?: string; name?: string; in?: string }[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  'x-webhooks': Record<string, { post: { requestBody: { content: Record<string, Media> } } }>;
  components: {
    schemas: object;
    examples: Record<string, { value: Record<string, unknown> }>;
    parameters: Record<string, { name: string; in: string }>;
    responses: Record<string, { content?: Record<string, Media> }>;
  };
}

/**
 * GitHub's own description of its API, as a judge of requests and of answers: the part of it that tests need, which
 * `scripts/trim-github-api.ts` cuts out.
 */
export interface ApiDescription {
  /** The example that GitHub gives for a document, as its description wants it. */
  example(name: string): Json;
  /** What is wrong with a request, one sentence each. */
  judgeRequest(method: string, path: string, query: URLSearchParams, body: unknown): string[];
  judgeAnswer(method: string, path: string, status: number, body: unknown): string[];
  /** @param event with its action, as `pull-request-opened` */
  judgeWebhook(event: string, payload: unknown): string[];
}

/** What GitHub's examples lack of what its description asks for: whole parts are left out, or are empty. */
const corrections: Record<string, (example: Json) => Json> = {
  commit: () => ({ files: [] }),
  'full-repository-default-response': () => ({
    ...{ language: null, source: undefined, parent: undefined },
  }),
  'installation-token': () => ({ repositories: undefined }),
  'job-paginated': ({ jobs }) => ({
    jobs: (jobs as Json[]).map((job) => ({ ...job, created_at: job['started_at'] })),
  }),
  'pull-request': () => ({ requested_teams: [] }),
  'pull-request-simple': () => ({ requested_teams: [] }),
};

let loaded: ApiDescription | undefined;

export function describeApi(): ApiDescription {
  loaded ??= load();
  return loaded;
}

function load(): ApiDescription {
  const file = new URL('api.json', import.meta.url);
  const description = JSON.parse(readFileSync(file, 'utf8')) as Description;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false });
  // Of the components no other is referred to, and most of them are examples.
  const schemas = spellOutNull(description.components.schemas);
  ajv.addSchema({ $id: 'github', components: { schemas } });
  const compiled = new Map<string, ValidateFunction>();
  const judge = (key: string, schema: object, value: unknown): string[] => {
    const check = compiled.get(key) ?? ajv.compile(inside(schema));
    compiled.set(key, check);
    if (check(value)) return [];
    return (check.errors ?? []).map((error) => `${key} ${error.instancePath} ${error.message}`);
  };
  const templates = Object.entries(description.paths).map(([template, operations]) => ({
    ...{ template, operations, parts: template.split('/') },
  }));
  const find = (method: string, path: string): [string, Operation] | undefined => {
    const parts = path.split('/');
    for (const { template, operations, parts: wanted } of templates) {
      const operation = operations[method.toLowerCase()];
      if (operation !== undefined && matches(wanted, parts)) return [template, operation];
    }
    return undefined;
  };
  return {
    example: (name) => {
      const found = description.components.examples[name];
      if (found === undefined)
        throw new Error(`api.json lacks example:${name}: see scripts/trim-github-api.ts`);
      const example = structuredClone(found.value);
      return { ...example, ...corrections[name]?.(example) };
    },
    judgeRequest: (method, path, query, body) => {
      const found = find(method, path);
      if (found === undefined) return [`GitHub has no ${method} ${path}`];
      const [template, operation] = found;
      const known = (operation.parameters ?? []).map(
        (parameter) => lookUp(description, parameter.$ref)?.name ?? parameter.name,
      );
      const strange = [...query.keys()].filter((name) => !known.includes(name));
      const faults = strange.map((name) => `${method} ${template} has no parameter ${name}`);
      const { requestBody } = operation;
      const schema = requestBody?.content['application/json']?.schema;
      const isLeftOut = body === undefined && requestBody?.required !== true;
      if (schema === undefined || isLeftOut) return faults;
      return [...faults, ...judge(`request ${method} ${template}`, schema, body)];
    },
    judgeAnswer: (method, path, status, body) => {
      const found = find(method, path);
      if (found === undefined) return [`GitHub has no ${method} ${path}`];
      const [template, operation] = found;
      const given = operation.responses[status];
      const name = given?.$ref?.split('/').at(-1);
      const response = name === undefined ? given : description.components.responses[name];
      // Limits and outages are not described for each operation.
      if (response === undefined) return status === 429 || status >= 400 ? [] : [`no ${status}`];
      const schema = response.content?.['application/json']?.schema;
      return schema === undefined
        ? []
        : judge(`answer ${method} ${template} ${status}`, schema, body);
    },
    judgeWebhook: (event, payload) => {
      const { content } = description['x-webhooks'][event]?.post.requestBody ?? {};
      const schema = content?.['application/json']?.schema;
      if (schema === undefined) return [`GitHub has no webhook ${event}`];
      return judge(`webhook ${event}`, schema, payload);
    },
  };
}

/** The description's own references lead into the document that Ajv knows as `github`. */
function inside(schema: object): object {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"github#/components/');
  const moved = spellOutNull(JSON.parse(text));
  return typeof moved === 'object' && moved !== null ? moved : {};
}

/** Ajv takes `nullable` beside a `type` only; the description has it beside references too. */
function spellOutNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(spellOutNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...others } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, spellOutNull(value)]),
  );
  if (nullable !== true) return nullable === undefined ? others : { ...others, nullable };
  // In JSON Schema a list of values has to name null beside.
  const values = Array.isArray(others['enum'])
    ? { enum: [...(others['enum'] as unknown[]), null] }
    : {};
  return 'type' in others
    ? { ...others, ...values, nullable }
    : { anyOf: [{ type: 'null' }, others] };
}

function lookUp(description: Description, reference: string | undefined) {
  const name = reference?.split('/').at(-1);
  return name === undefined ? undefined : description.components.parameters[name];
}

function matches(wanted: readonly string[], parts: readonly string[]): boolean {
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part.startsWith('{') || part === parts[index])
  );
}

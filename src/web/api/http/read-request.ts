import api from '../../../../schemas/explorer.openapi.json' with { type: 'json' };
import type { addressOf } from '../addresses.ts';
import { ApiProblem } from './api-problem.ts';

export type Operation = keyof typeof addressOf;

/** Values of the parameters by name, with the defaults of the document; all within its limits. */
export type Given = Readonly<Record<string, string | number | undefined>>;

export interface ApiRequest {
  operation: Operation;
  given: Given;
}

interface ParameterSchema {
  type?: 'string' | 'integer';
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: string | number;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: ParameterSchema;
}

/** Parameters that several operations share stand in `components`, each below its name. */
const shared: Readonly<Record<string, object>> = api.components.parameters;

function resolve(one: object): Parameter {
  return ('$ref' in one ? shared[String(one.$ref).split('/').at(-1) ?? ''] : one) as Parameter;
}

const routes = Object.entries(api.paths).map(([path, { get }]) => ({
  operation: get.operationId as Operation,
  steps: path.split('/').slice(1),
  parameters: get.parameters.map(resolve),
}));

/**
 * Reads an address by the OpenAPI document, which says what there is and how long it may be.
 * @param path what follows `/api/v1`, as it was sent
 * @throws ApiProblem
 */
export function readRequest(path: string, query: URLSearchParams): ApiRequest {
  const steps = path.split('/').slice(1).map(decode);
  const route = routes.find((one) => isAlike(one.steps, steps));
  if (route === undefined) {
    throw new ApiProblem(404, 'The OpenAPI document lists the addresses: /api/v1/openapi.json');
  }
  const known = new Map(route.parameters.map((one) => [one.name, one]));
  const given: Record<string, string | number | undefined> = {};
  route.steps.forEach((step, i) => {
    const parameter = known.get(step.slice(1, -1));
    if (parameter !== undefined) given[parameter.name] = readValue(parameter, steps[i] as string);
  });
  for (const [name, text] of query) {
    const parameter = known.get(name);
    if (parameter?.in !== 'query') throw new ApiProblem(400, explainUnknown(route.parameters));
    if (given[name] !== undefined) throw new ApiProblem(400, `${name} is there twice.`);
    given[name] = readValue(parameter, text);
  }
  for (const { name, required, schema } of route.parameters) {
    if (required && given[name] === undefined) throw new ApiProblem(400, `${name} is missing.`);
    given[name] ??= schema.default;
  }
  return { operation: route.operation, given };
}

function isAlike(pattern: readonly string[], steps: readonly string[]): boolean {
  return (
    pattern.length === steps.length &&
    pattern.every((step, i) => step.startsWith('{') || step === steps[i])
  );
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    throw new ApiProblem(400, 'A part of the address is not encoded as UTF-8 with %.');
  }
}

function readValue({ name, schema }: Parameter, text: string): string | number {
  const { type, enum: words, pattern, minimum = -Infinity, maximum = Infinity } = schema;
  if (type === 'integer') {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    throw new ApiProblem(400, `${name} is a whole number from ${minimum} to ${maximum}.`);
  }
  if (words !== undefined) {
    if (words.includes(text)) return text;
    throw new ApiProblem(400, `${name} is one of ${words.join(', ')}.`);
  }
  const { minLength = 0, maxLength = 0 } = schema;
  if (pattern !== undefined) {
    if (new RegExp(pattern).test(text)) return text;
    throw new ApiProblem(400, `${name} has to match ${pattern}`);
  }
  if (text.length >= minLength && text.length <= maxLength) return text;
  throw new ApiProblem(400, `${name} has from ${minLength} to ${maxLength} characters.`);
}

function explainUnknown(parameters: readonly Parameter[]): string {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return names.length === 0
    ? 'This address has no parameters.'
    : `The parameters of this address are ${names.join(', ')}.`;
}

/**
 * Whether the client has what an `ETag` names. Proxies that compress an answer mark its tag as weak, and clients name
 * several.
 * @param known `If-None-Match`
 */
export function isKnown(known: string | undefined, etag: string): boolean {
  const tags = (known ?? '').split(',').map((one) => one.trim());
  return tags.some((one) => one === '*' || withoutMark(one) === withoutMark(etag));
}

function withoutMark(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** @param accepted `Accept-Encoding`; with `q=0` a client refuses what it names */
export function takesGzip(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? '').split(',');
  return codings.some((one) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(one));
}

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const api = JSON.parse(
  readFileSync(new URL('../../../schemas/explorer.openapi.json', import.meta.url), 'utf8'),
  (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { ...value, additionalProperties: false }
      : value,
) as {
  paths: Record<string, { get: { operationId: string; responses: { 200: Content } } }>;
  components: object;
};
interface Content {
  content: { 'application/json': { schema: { $ref: string } } };
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'api', components: api.components });

/** @returns what is wrong with an answer: nothing may be in it that the document does not name */
export function listFaults(operation: string, answer: unknown): unknown[] {
  const path = Object.values(api.paths).find(({ get }) => get.operationId === operation);
  const { $ref } = path!.get.responses[200].content['application/json'].schema;
  const validate = ajv.getSchema(`api${$ref}`)!;
  return validate(answer) ? [] : (validate.errors ?? []);
}

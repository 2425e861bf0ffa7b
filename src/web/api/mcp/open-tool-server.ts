/** Tools of the Model Context Protocol, the same over every transport. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { ObjectSchema } from '../../../contract/bundle-schema.ts';
import { quotePlain } from '../../../report/plain-text.ts';
import { UserError } from '../../../contract/user-error.ts';

export interface Tool {
  description: string;
  /** It starts programs of the repository. Absent: it only reads. */
  measures?: true;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  /** @throws UserError in the words that the command line has for it */
  call(this: void, given: Given, call: ToolCall): Promise<Answer>;
}

/** Arguments, by the input schema of the tool. */
export type Given = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface ToolCall {
  /** The client cancelled it. */
  signal: AbortSignal;
  /** Progress. */
  tell(this: void, message: string): void;
  /** Addresses of the folders that the client works in; empty where it names none. */
  listRoots(this: void): Promise<string[]>;
}

export interface Answer {
  text: string;
  /** By the output schema of the tool. */
  document: object;
}

/** For the model, beside what each tool says of itself. */
const howToMeasure =
  'Measure before you claim that a change is faster, slower or neutral: change one thing, call `patch`, say what the verdict says, and measure again before you claim an improvement. A measurement takes minutes; run no builds or tests meanwhile.';

/** A server to connect to a transport. */
export function openToolServer(version: string, tools: Readonly<Record<string, Tool>>): Server {
  const doesMeasure = Object.values(tools).some(({ measures }) => measures === true);
  const server = new Server(
    { name: 'perigee', version },
    {
      ...{ capabilities: { tools: {} }, jsonSchemaValidator },
      ...(doesMeasure ? { instructions: howToMeasure } : {}),
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(tools).map(([name, tool]) => ({
      ...{ name, description: tool.description },
      ...{ inputSchema: tool.inputSchema, outputSchema: tool.outputSchema },
      annotations: { readOnlyHint: tool.measures !== true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { sendNotification, signal }) => {
      // A name like `constructor` is none of ours.
      const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
      if (tool === undefined) return refuse(`There is no tool ${JSON.stringify(params.name)}.`);
      const given = params.arguments ?? {};
      const fault = findFault(given, tool.inputSchema);
      if (fault !== undefined) return refuse(`Wrong arguments: ${fault}`);
      const token = params._meta?.progressToken;
      let progress = 0;
      const tell = (message: string): void => {
        if (token === undefined) return;
        progress += 1;
        const told = { progressToken: token, progress, message };
        // A client that is gone hears nothing.
        sendNotification({ method: 'notifications/progress', params: told }).catch(() => undefined);
      };
      const listRoots = async (): Promise<string[]> => {
        if (server.getClientCapabilities()?.roots === undefined) return [];
        // A client that cannot say where it works is one that names nothing.
        const { roots } = await server.listRoots().catch(() => ({ roots: [] }));
        return roots.map(({ uri }) => uri);
      };
      try {
        const { document, text } = await tool.call(given as Given, { signal, tell, listRoots });
        return { content: [{ type: 'text', text }], structuredContent: { ...document } };
      } catch (error) {
        if (error instanceof UserError) return refuse(error.message);
        throw error;
      }
    },
  );
  return server;
}

/** ` by "Ann", "Send twice"`; empty where the author is not known. Both came from outside. */
export function nameAuthor(commit: { author?: string; subject?: string | undefined }): string {
  const { author, subject } = commit;
  if (author === undefined) return '';
  return ` by ${quotePlain(author)}${subject === undefined ? '' : `, ${quotePlain(subject)}`}`;
}

/** The model reads it, and can do better. */
function refuse(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** The SDK has one for what a server asks its client, which this one never does. It would double the program. */
const jsonSchemaValidator = {
  getValidator: (): never => {
    throw new Error('nothing is validated here');
  },
};

/** Arguments are texts and lists of texts. */
function findFault(
  given: Readonly<Record<string, unknown>>,
  { properties = {}, required = [] }: ObjectSchema,
): string | undefined {
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) return `${missing} is missing`;
  for (const [name, value] of Object.entries(given)) {
    const property: { type?: string } | undefined = Object.hasOwn(properties, name)
      ? properties[name]
      : undefined;
    if (property === undefined) return `there is no ${JSON.stringify(name)}`;
    const isList = property.type === 'array';
    const values: unknown[] = isList && Array.isArray(value) ? value : [value];
    if (values.some((one) => typeof one !== 'string' || one === ''))
      return `${name} is ${isList ? 'a list of texts' : 'a text'}`;
  }
  return undefined;
}

/** Schema of the configuration, in a repository that Perigee is installed in. */
export const schemaFile = 'node_modules/perigee/schemas/config.schema.json';

/** Why the tests of a repository are no benchmark. */
export const unitTests =
  'tests as a whole mostly start and compile, and a slow function is lost in them; measure a program that does what your users wait for';

/** What a repository shows of itself that a first perigee.yml can be made of. */
export interface RepositoryFindings {
  /** Name of the package or module, otherwise of the folder. */
  name: string;
  setup: StarterCommand[];
  /** Benchmarks that take longer when the code gets slower; empty where none was found. */
  tests: StarterTest[];
  /** What was found and would make a test that cannot turn red. */
  passedOver: PassedOver[];
  /** A command as this repository might have one, e.g. `[node, bench/upload.mjs]`. */
  example?: string;
  /** Perigee is installed in the repository, so that an editor finds the schema there. */
  hasSchema: boolean;
}

export interface StarterCommand {
  command: string[];
  /** Why it is there, for the reader of the file. */
  because: string;
}

export interface StarterTest extends StarterCommand {
  name: string;
  /** Where it runs, from the root; the root itself without it. */
  directory?: string;
}

export interface PassedOver {
  what: string;
  /** Why it is not measured, and what to write instead. */
  why: string;
}

/** One toolchain's share of the findings. */
export interface ToolchainFindings {
  name?: string;
  setup: StarterCommand[];
  benchmarks: StarterTest[];
  passedOver: PassedOver[];
}

/** What the inspection needs of the world beside the files: to try the benchmarks of a compiled language. */
export interface StarterPorts {
  run(command: readonly string[], options: RunOptions): Promise<TriedCommand>;
  /** Tells the person what takes so long. */
  note(text: string): void;
}

export interface RunOptions {
  /** Absolute. */
  directory: string;
  timeoutMs: number;
}

export interface TriedCommand {
  /** Undefined when it could not be started or was ended at its time limit. */
  status: number | undefined;
  /** Both streams, the first part of them. */
  output: string;
  durationMs: number;
}

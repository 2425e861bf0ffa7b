/** Of the configuration, in a repository that Perigee is installed in. */
export const schemaFile = 'node_modules/perigee/schemas/config.schema.json';

/** What a repository shows of itself that a first perigee.yml can be made of. */
export interface RepositoryFindings {
  /** Of the package or module, otherwise of the folder. */
  name: string;
  setup: StarterCommand[];
  /** Benchmarks where there are some, otherwise the tests of the repository. */
  tests: StarterTest[];
  hasBenchmarks: boolean;
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
}

/** One toolchain's share of the findings. */
export interface ToolchainFindings {
  name?: string;
  setup: StarterCommand[];
  benchmarks: StarterTest[];
  /** What to measure when there is no benchmark anywhere. */
  tests: StarterTest[];
}

import type { ReadResults } from '../contract/execution.ts';
import type { CaseRunner, CasesReference, ResultsReference } from '../contract/suite.ts';

/** Schema of the configuration, in a repository that Perigee is installed in. */
export const schemaFile = 'node_modules/perigee/schemas/config.schema.json';

/** Why the tests of a repository are no benchmark. */
export const unitTests =
  'tests as a whole mostly start and compile, and a slow function is lost in them; measure a program that does what your users wait for';

/** The facts of a repository from which a first perigee.yml can be made. */
export interface RepositoryFindings {
  /** Name of the package or module, otherwise of the folder. */
  name: string;
  setup: StarterCommand[];
  /** Benchmarks that take longer when the code gets slower; empty where none was found. */
  tests: StarterTest[];
  /** Tests that could not turn red. */
  passedOver: PassedOver[];
  /** A command as this repository might have one, e.g. `[node, bench/upload.mjs]`. */
  example?: string;
  /** The command of setup that failed here, and why. */
  setupFault?: string;
  /** How long setup and one execution of each test took here, where they were tried. */
  took?: { setupMs: number; testsMs: number };
  /** Perigee is installed in the repository, so that an editor finds the schema there. */
  hasSchema: boolean;
}

export interface StarterCommand {
  command: string[];
  /** Why it is there, for the reader of the file. */
  because: string;
  /** Nothing pins the versions that it installs: how to pin them. */
  unlocked?: string;
  /** What is not pinned, if not all of it. */
  loose?: string;
  /** How long it took, where inspecting the toolchain has run it already. */
  tookMs?: number;
}

export interface StarterTest extends StarterCommand {
  name: string;
  /** In place of the command: the project's test runner, and which of its files. */
  cases?: { runner: CaseRunner; pattern?: string };
  /** Its working directory, from the root; the root itself without it. */
  directory?: string;
  /** The place of its tool's numbers. */
  results?: ResultsReference;
  /** Its tool repeats for a fixed time, so that only the tool's numbers say how fast the code is. */
  isTimed?: true;
}

/** The file that tests of init let their tool write. */
export const resultsFile = 'perigee-bench.json';

export interface PassedOver {
  what: string;
  /** Why it is not measured, and what to write instead. */
  why: string;
}

/** One toolchain's share of the findings. */
export interface ToolchainFindings {
  name?: string;
  setup: StarterCommand[];
  /** A shorter one that is enough for the benchmarks, as far as their files show. */
  leanSetup?: StarterCommand[];
  benchmarks: StarterTest[];
  /** Tests with the same setup, for a repository without benchmarks. */
  cases?: StarterTest;
  passedOver: PassedOver[];
}

/** Looks at one toolchain; undefined where the repository has nothing of it. */
export type InspectToolchain = (
  directory: string,
  ports: StarterPorts,
) => Promise<ToolchainFindings | undefined>;

/** The inspection's access to the world beside the files: to try its findings. */
export interface StarterPorts {
  /** A checkout to try a suite in, as one side of a run gets it; undefined where none can be made. */
  checkOut(directory: string): Promise<Checkout | undefined>;
  readResults: ReadResults;
  /** @param directory absolute */
  startCases(cases: CasesReference, directory: string): string[];
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
  /** Undefined when it could not be started, was killed, or was ended at its time limit. */
  status: number | undefined;
  /** Why it could not be started, or what killed it. */
  fault?: string;
  /** Both streams, the first part of them. */
  output: string;
  /** Its output without its errors and its progress; as `output` if they were not kept apart. */
  printed?: string;
  durationMs: number;
}

export interface Checkout {
  /** Absolute. */
  directory: string;
  remove(): Promise<void>;
}

/** What commander hands over, by command. */
export interface SelectionOptions {
  config?: string;
  test?: string[];
  tag?: string[];
  nightly?: boolean;
  seed?: number;
}

export interface PatchOptions extends SelectionOptions {
  /** true: the newest; else its id. */
  resume?: string | true;
}

export interface RunOptions extends PatchOptions {
  before?: string;
  after?: string;
  /** `2/4`: the second of four. */
  shard?: string;
}

export interface ShardOptions {
  config?: string;
  total?: string;
  nightly?: boolean;
  /** Run records, or folders that hold some. */
  durations?: string[];
  rebalance?: boolean;
}

export interface ReportOptions {
  config?: string;
  format: 'terminal' | 'markdown' | 'json' | 'html';
  output?: string;
}

export interface ConfigCheckOptions {
  config?: string;
  run?: string;
}

export interface DemoOptions {
  regression?: string;
}

export interface QueueOptions {
  /** The file of an embedded event log. */
  log?: string;
  group?: string;
  json?: boolean;
  all?: boolean;
}

export interface StoreInitOptions {
  /** The file of an embedded store. */
  file?: string;
  /** Days; 0 for ever. */
  keep: number;
  keepMedians: number;
}

/** What commander hands over, by command. */
export interface SelectionOptions {
  config?: string;
  test?: string[];
  tag?: string[];
  nightly?: boolean;
  seed?: number;
}

export interface RunOptions extends SelectionOptions {
  before?: string;
  after?: string;
  /** true: the newest; else its id. */
  resume?: string | true;
}

export interface ReportOptions {
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

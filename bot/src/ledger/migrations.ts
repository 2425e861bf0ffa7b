/**
 * Migrations from one layout of the ledger to the next, oldest first; the file's `user_version` says how many
 * it has. A step that was ever released stays as it is: what has to change is a further step.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE accepts (
    repository INTEGER NOT NULL,
    number INTEGER NOT NULL,
    asked_by TEXT,
    pull_request INTEGER,
    commit_id TEXT NOT NULL,
    series NOT NULL,
    by_login TEXT NOT NULL,
    because TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    until TEXT,
    ends_ms INTEGER,
    taken_back_by TEXT,
    taken_back_ms INTEGER,
    PRIMARY KEY (repository, number),
    UNIQUE (repository, asked_by)
  );

  CREATE TABLE verdicts (
    repository INTEGER NOT NULL,
    suite TEXT NOT NULL,
    run INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    shards TEXT NOT NULL,
    basis TEXT,
    verdict NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (repository, suite, run, attempt)
  );
  CREATE INDEX verdicts_by_commit ON verdicts (repository, commit_id, run);
  CREATE INDEX verdicts_by_time ON verdicts (at_ms);

  CREATE TABLE confirmations (
    repository INTEGER NOT NULL,
    suite TEXT NOT NULL,
    run INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (repository, suite, run)
  ) WITHOUT ROWID;

  CREATE TABLE outcomes (
    repository INTEGER NOT NULL,
    suite TEXT NOT NULL,
    run INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    red INTEGER NOT NULL,
    cleared TEXT NOT NULL,
    confirmed TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (repository, suite, run)
  );
  CREATE INDEX outcomes_by_time ON outcomes (repository, at_ms);

  CREATE TABLE subjects (
    key TEXT PRIMARY KEY,
    subject TEXT NOT NULL,
    head TEXT,
    previous TEXT,
    since_ms INTEGER,
    due_ms INTEGER,
    is_finished INTEGER NOT NULL
  );
  CREATE INDEX subjects_by_due ON subjects (due_ms) WHERE due_ms IS NOT NULL;
  CREATE INDEX subjects_unfinished ON subjects (since_ms) WHERE is_finished = 0;

  CREATE TABLE hints (
    repository INTEGER NOT NULL,
    hint TEXT NOT NULL,
    place TEXT,
    PRIMARY KEY (repository, hint)
  ) WITHOUT ROWID;

  CREATE TABLE answers (
    repository INTEGER NOT NULL,
    key TEXT NOT NULL,
    pull_request INTEGER NOT NULL,
    text TEXT NOT NULL,
    to_outsider INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (repository, key)
  ) WITHOUT ROWID;
  CREATE INDEX answers_by_time ON answers (at_ms);
  `,
  // An attempt has a verdict for each base that it was judged for, and runs outlive their deletion.
  `
  CREATE TABLE verdicts_by_base (
    repository INTEGER NOT NULL,
    suite TEXT NOT NULL,
    run INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    base TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    shards TEXT NOT NULL,
    basis TEXT,
    evidence TEXT,
    verdict NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (repository, suite, run, attempt, base)
  );
  INSERT INTO verdicts_by_base
    SELECT repository, suite, run, attempt,
      CASE WHEN instr(basis, '.') > 0 THEN substr(basis, 1, instr(basis, '.') - 1) ELSE '' END,
      commit_id, shards, basis, NULL, verdict, at_ms
    FROM verdicts;
  DROP TABLE verdicts;
  ALTER TABLE verdicts_by_base RENAME TO verdicts;
  CREATE INDEX verdicts_by_commit ON verdicts (repository, commit_id, run);
  CREATE INDEX verdicts_by_time ON verdicts (at_ms);

  CREATE TABLE runs (
    repository INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    run INTEGER NOT NULL,
    seen TEXT NOT NULL,
    seen_ms INTEGER NOT NULL,
    PRIMARY KEY (repository, commit_id, run)
  ) WITHOUT ROWID;
  CREATE INDEX runs_by_time ON runs (seen_ms);
  `,
  // Files that tests read, as runs of the default branch saw them.
  `
  CREATE TABLE observations (
    repository INTEGER NOT NULL,
    suite TEXT NOT NULL,
    plan TEXT NOT NULL,
    shard INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    observation NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (repository, suite, plan, shard, commit_id)
  );
  CREATE INDEX observations_by_time ON observations (at_ms);
  `,
  // Tests that a push made worse though it touches nothing that they were seen to read.
  `
  CREATE TABLE blind_spots (
    repository INTEGER NOT NULL,
    suite TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    tests TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (repository, suite, commit_id)
  ) WITHOUT ROWID;
  `,
  // The gate's record of its own work: judged builds, their tests apart since only the newest matter, and positive
  // controls.
  `
  ALTER TABLE outcomes ADD COLUMN entry;
  ALTER TABLE outcomes ADD COLUMN tests;
  CREATE TABLE controls (
    repository INTEGER NOT NULL,
    suite TEXT NOT NULL,
    run NOT NULL,
    shard INTEGER NOT NULL,
    entry NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (repository, suite, run, shard)
  ) WITHOUT ROWID;
  CREATE INDEX controls_by_time ON controls (repository, at_ms);
  `,
  // perigee.yml of the default branch, for pages that have no git: null if it sets no budget.
  `
  CREATE TABLE budgets (
    repository INTEGER NOT NULL,
    suite TEXT NOT NULL,
    budget TEXT,
    PRIMARY KEY (repository, suite)
  ) WITHOUT ROWID;
  `,
  // Red commits that the default branch reverts, as a list for each repository whose branch was looked at.
  `
  CREATE TABLE reverted (repository INTEGER PRIMARY KEY, commits NOT NULL);
  `,
  'DROP TABLE reverted;',
];

/**
 * SQL of the number that grows from run to run: the id of a run of GitHub is one, that of a build of Buildkite
 * (`organisation/pipeline/number`) ends with one. As text, 9 would come after 10.
 */
export const runNumber = `CAST(replace(run, rtrim(run, '0123456789'), '') AS INTEGER)`;

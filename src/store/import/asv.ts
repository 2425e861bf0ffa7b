import { shortenCommit } from '../../contract/commit.ts';
import { replaceNoNumbers } from '../../contract/json-text.ts';
import {
  asMap,
  asText,
  type HistoryFormat,
  readCommit,
  readJson,
  readTime,
  refuseFile,
} from './imported-build.ts';

const expected = 'a file of .asv/results/<machine>/, such as 1a2b3c4d-existing-py3.json';

/** One results file of airspeed velocity: one commit on one machine in one environment. */
export const asv: HistoryFormat = {
  name: 'asv',
  read(written, file) {
    // A parameter that is skipped is NaN there.
    const text = replaceNoNumbers(written);
    const result = asMap(readJson(text, file));
    const commit = readCommit(result['commit_hash']);
    const atMs = readTime(result['date']);
    if (commit === undefined || atMs === undefined) {
      throw refuseFile(file, 'it has no commit_hash, or no date', expected);
    }
    const machine = asText(asMap(result['params'])['machine']);
    const environment = asText(result['env_name']);
    const annotations = {
      ...(machine === undefined ? {} : { machine }),
      ...(environment === undefined ? {} : { environment }),
    };
    const id = [shortenCommit(commit), machine, environment].join('-');
    return [
      { id, commit, atMs, test: 'asv', parts: [{ text, format: 'asv', annotations, repeat: 0 }] },
    ];
  },
};

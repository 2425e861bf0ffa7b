/** Files and submodules that are missing in both checkouts would have a change measured without them. */
import { randomUUID } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linuxOnly } from '../../linux-only.ts';
import { atNight } from '../../nightly.ts';
import { isGap } from '../../../src/contract/gaps.ts';
import { runSuite } from '../../../src/runner/run-suite.ts';
import { makeRequest, makeTest } from '../stage/make-request.ts';
import { makeRepository, type TestRepository } from '../stage/make-repository.ts';
import { addSubmodule } from '../stage/add-submodule.ts';

/** What a run of the last commit says that is not of its tests. */
async function measure(repository: TestRepository, setup?: string) {
  const sides = {
    before: { kind: 'revision', name: 'HEAD~1' },
    after: { kind: 'revision', name: 'HEAD' },
  } as const;
  const commands = setup === undefined ? [] : [['sh', '-c', setup]];
  const suite = { repeats: 1, maxRepeats: 1, setup: commands };
  const request = makeRequest(repository, [makeTest('one')], { suite, sides });
  const { problems } = await runSuite({ ...request, id: randomUUID() });
  return problems.map((problem) => ({ ...problem, isGap: isGap(problem) }));
}

const fill = 'git -c protocol.file.allow=always submodule --quiet update --init';

function makeWithSubmodule() {
  const repository = makeRepository();
  const inner = addSubmodule(repository, 'lib');
  repository.commit('with a submodule');
  return { repository, inner };
}

function moveSubmodule({ repository, inner }: ReturnType<typeof makeWithSubmodule>): void {
  inner.write('work.mjs', '// slower');
  inner.commit('slower');
  repository.git('-C', 'lib', 'pull', '--quiet');
  repository.commit('move it');
}

atNight('a submodule that the change moves is a gap where its folder is empty', async () => {
  const made = makeWithSubmodule();
  moveSubmodule(made);
  expect(await measure(made.repository)).toMatchObject([
    { code: 'submodule-missing', side: 'before', isGap: true },
    { code: 'submodule-missing', side: 'after', isGap: true },
  ]);
  expect(await measure(made.repository, fill)).toEqual([]);
});

test('one that the change leaves where it is, is a note until setup fills it', async () => {
  const { repository } = makeWithSubmodule();
  repository.commit('something else');
  const [problem] = await measure(repository);
  expect(problem).toMatchObject({ code: 'submodules-empty', isGap: false });
  expect(problem?.message).toContain('"lib"');
  expect(await measure(repository, fill)).toEqual([]);
});

test('one that the change adds or removes is moved', async () => {
  const { repository } = makeWithSubmodule();
  expect(await measure(repository)).toMatchObject([{ code: 'submodule-missing', side: 'after' }]);
  repository.git('rm', '--quiet', 'lib');
  repository.commit('removed');
  expect(await measure(repository)).toMatchObject([{ code: 'submodule-missing', side: 'before' }]);
});

test('a submodule of a submodule counts, too, and a setup without --recursive leaves it empty', async () => {
  const inner = makeRepository();
  const deep = addSubmodule(inner, 'deep');
  inner.commit('with a deep one');
  const repository = makeRepository();
  addSubmodule(repository, 'lib', inner);
  repository.commit('with a submodule');
  deep.write('work.mjs', '// slower');
  deep.commit('slower');
  inner.git('-C', 'deep', 'pull', '--quiet');
  moveSubmodule({ repository, inner });
  const [problem] = await measure(repository, fill);
  expect(problem).toMatchObject({ code: 'submodule-missing', isGap: true });
  expect(problem?.message).toContain('"lib/deep"');
  expect(await measure(repository, `${fill} --recursive`)).toEqual([]);
});

const pointer = (size: number): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize ${size}\n`;

function makeWithPointers(config?: string): TestRepository {
  return makeRepository({
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    'data/a b.bin': pointer(5),
    'docs/picture.bin': pointer(6),
    ...(config === undefined ? {} : { '.lfsconfig': config }),
  });
}

test('pointers of Git LFS are a gap, whether the change touches them or not', async () => {
  const repository = makeWithPointers();
  repository.write('data/a b.bin', pointer(7));
  repository.commit('other data');
  const [problem] = await measure(repository);
  expect(problem).toMatchObject({ code: 'content-missing', isGap: true });
  expect(problem?.message).toMatch(/"data\/a b.bin", "docs\/picture.bin"[^]*git lfs pull/);
  repository.write('work.mjs', '// other');
  repository.commit('other code');
  expect(await measure(repository)).toMatchObject([{ isGap: true }, { isGap: true }]);
});

test('setup may fetch them', async () => {
  const repository = makeWithPointers();
  repository.commit('change');
  const problems = await measure(
    repository,
    'for f in data/*.bin docs/*.bin; do echo 1 > "$f"; done',
  );
  expect(problems.filter((one) => one.isGap)).toEqual([]);
});

atNight('what the repository tells Git LFS not to fetch is no gap', async () => {
  const repository = makeWithPointers('[lfs]\n\tfetchexclude = docs, *.mp4\n');
  repository.commit('change');
  const [problem] = await measure(repository);
  expect(problem?.message).toContain('"data/a b.bin".');
  repository.git('config', 'lfs.fetchexclude', 'docs/**,data/*');
  expect(await measure(repository)).toEqual([]);
});

test('a file that only looks like a pointer is a file', async () => {
  const repository = makeRepository({ 'a.txt': pointer(5) });
  repository.commit('change');
  expect(await measure(repository)).toEqual([]);
});

test.each([
  ['git-crypt', '\0GITCRYPT\0secret'],
  ['annex', '/annex/objects/SHA256E-s5--0'],
])('a file of %s that is not there is a gap where the change touches it', async (filter, text) => {
  const files = { '.gitattributes': `data.bin filter=${filter}\n`, 'data.bin': `${text}1` };
  const repository = makeRepository(files);
  repository.commit('something else');
  expect(await measure(repository)).toEqual([]);
  repository.write('data.bin', `${text}2`);
  repository.commit('other data');
  expect(await measure(repository)).toMatchObject([
    { code: 'content-missing', isGap: true },
    { code: 'content-missing', isGap: true },
  ]);
});

test('a link of git-annex that leads nowhere is a gap where the change touches it', async () => {
  const repository = makeRepository();
  repository.commit('something else');
  symlinkSync('.git/annex/objects/SHA256E-s5--0', join(repository.root, 'data.bin'));
  repository.commit('with data');
  expect(await measure(repository)).toMatchObject([{ code: 'content-missing', side: 'after' }]);
});

test('a submodule that setup links to a folder above is not followed', async () => {
  const made = makeWithSubmodule();
  moveSubmodule(made);
  expect(await measure(made.repository, 'rmdir lib && ln -s . lib')).not.toContainEqual(
    expect.objectContaining({ code: 'submodule-missing' }),
  );
});

linuxOnly(
  'files whose names differ by case alone, and which are one file here, are a gap of their change',
  async () => {
    // Two files to begin with, which the file system of macOS does not hold.
    const repository = makeRepository({ 'Read me': 'before' });
    repository.write('src/Util.js', 'first');
    repository.write('src/util.js', 'second');
    repository.commit('two names');
    expect(await measure(repository)).toEqual([]);

    // A link stands for a file system that does not tell them apart.
    const problems = await measure(repository, '[ ! -d src ] || ln -f src/Util.js src/util.js');
    const [problem] = problems.filter(({ code }) => code === 'content-missing');
    expect(problem).toMatchObject({ side: 'after', isGap: true });
    expect(problem?.message).toContain('"src/Util.js", "src/util.js"');

    repository.write('other', 'else');
    repository.commit('something else');
    const later = await measure(repository, 'ln -f src/Util.js src/util.js');
    expect(later.filter(({ code }) => code === 'content-missing')).toEqual([]);
  },
);

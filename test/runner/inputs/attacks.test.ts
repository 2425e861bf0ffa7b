import { describe, expect, test } from 'vitest';
import { makeFolder } from '../stage/make-repository.ts';
import { observe, usual } from './observe-change.ts';
import { isNightly } from '../../nightly.ts';

type Plant = Parameters<typeof observe>[0];
/** @param outside a folder of its own outside the checkouts */
type Attack = [what: string, plant: (outside: string) => Plant];

// Without site-packages it starts with half of the files, each of which strace stops it for.
const python = (code: string) => ['python3', '-S', '-c', code];
const fork = 'import os, sys, time\nif os.fork(): sys.exit()\nos.setsid()\nos.closerange(0, 3)\n';

/** Ways to read a change, each of which was left out wrongly once. */
const late = 'a file that a process of setup writes later, in the background';
const attacks: Attack[] = [
  [
    late,
    (outside) => ({
      files: {
        ...usual,
        work: '1',
        'build.py': `${fork}for _ in range(3000):
  if os.path.exists("${outside}/go"): open("built", "w").write(open("work").read()); break
  time.sleep(0.01)`,
      },
      setup: [['python3', '-S', 'build.py']],
      command: [
        'sh',
        '-c',
        `: > ${outside}/go; while ! test -s built; do sleep 0.02; done; cat built`,
      ],
      change: { work: '2' },
    }),
  ],
  [
    'a question through /proc/self, with a detour',
    () => ({
      files: usual,
      command: python('import os; print(os.path.exists("/proc/self/../self/cwd/flag"))'),
      change: { flag: '' },
    }),
  ],
  [
    'a question through //proc/self',
    () => ({
      files: usual,
      command: python('import os; print(os.path.exists("//proc/self/cwd/flag"))'),
      change: { flag: '' },
    }),
  ],
  [
    'a question through /proc/self that leaves the checkout first',
    () => ({
      files: usual,
      command: python('import os; print(os.path.exists("../" * 30 + "proc/self/cwd/flag"))'),
      change: { flag: '' },
    }),
  ],
  [
    'an attribute of a file',
    () => ({
      files: { ...usual, work: '1', data: '' },
      setup: [python('import os; os.setxattr("data", "user.a", open("work").read().encode())')],
      command: python('import os; print(os.getxattr("data", "user.a"))'),
      change: { work: '2' },
    }),
  ],
  [
    'a file that the test writes over afterwards, with its old time',
    () => ({
      files: { ...usual, data: '1' },
      command: python(
        `import os
t = os.stat("data").st_mtime_ns
print(open("data").read())
open("data", "w").write("2")
os.utime("data", ns=(t, t))`,
      ),
      change: { data: '2' },
    }),
  ],
  [
    'a question that a link leads out of the checkout',
    (outside) => ({
      files: { ...usual, work: '1' },
      setup: [['sh', '-c', `touch ${outside}/$(cat work); ln -s ${outside} elsewhere`]],
      command: python('import os; print(os.path.exists("elsewhere/1"))'),
      change: { work: '2' },
    }),
  ],
  [
    'a question through a link that got a further name in another folder',
    (outside) => ({
      files: { ...usual, 'deep/b/x': '', 'b/x': '' },
      setup: [['ln', '-s', 'b', 'l']],
      command: python(
        `import os
os.link("l", "deep/l", follow_symlinks=False)
print(os.path.exists("deep/l/flag"))
os.rename("deep/l", "${outside}/l")`,
      ),
      change: { 'deep/b/flag': '' },
    }),
  ],
  [
    'a question in a folder that has another name for a while',
    () => ({
      files: { ...usual, 'deep/x': '' },
      command: python(
        `import os
os.rename("deep", "moved")
print(os.path.exists("moved/flag"))
os.rename("moved", "deep")`,
      ),
      change: { 'deep/flag': '' },
    }),
  ],
  [
    'what the kernel shows of a process that setup left',
    () => ({
      files: {
        ...usual,
        work: '1',
        's.py': `${fork}os.execvp("sleep", ["sleep", "0.0" + open("work").read() + str(os.getppid()), "60"])`,
      },
      setup: [['python3', '-S', 's.py']],
      command: python(`import glob
for name in glob.glob("/proc/[0-9]*/cmdline"):
  try: print(open(name).read())
  except OSError: pass`),
      change: { work: '2' },
    }),
  ],
];

const ways: [by: string, how: Pick<Plant, 'means' | 'inView'>][] = [
  ['by strace and inotify', { means: ['strace', 'inotify'] }],
  ['by strace', { means: ['strace'] }],
  ['at the same path', { means: ['strace'], inView: true }],
];
const waysByDay = new Map(attacks.map(([what], i) => [what, ways[i % ways.length]?.[0]]));

describe.each(ways)('%s', (by, how) => {
  // In a view a process of setup does not see what a test writes outside the checkout.
  const possible = how.inView === true ? attacks.filter(([what]) => what !== late) : attacks;
  // By day each attack is tried in one of the ways.
  const chosen = possible.filter(([what]) => isNightly || waysByDay.get(what) === by);
  test.each(chosen)('%s is seen', async (_what, plant) => {
    const inputs = await observe({ ...plant(makeFolder()), ...how });
    expect(inputs).not.toMatchObject({ state: 'same' });
  });
});

test.runIf(process.getuid?.() === 0)('another owner of a file is seen', async () => {
  const inputs = await observe({
    files: { ...usual, work: '1', data: '' },
    setup: [['sh', '-c', 'chown $(cat work) data']],
    command: ['stat', '-c', '%u', 'data'],
    change: { work: '2' },
  });
  expect(inputs).toMatchObject({ state: 'changed' });
});

test.each<[string, Plant]>([
  [
    'a script that runs a script',
    {
      files: { ...usual, tool: '' },
      setup: [
        [
          'sh',
          '-c',
          `printf "#!$PWD/two\\n" > one; printf "#!$PWD/three\\n" > two
           cp /bin/echo three; cat tool >> three; chmod +x one two three`,
        ],
      ],
      command: ['sh', '-c', './one'],
      change: { tool: '# x\n' },
    },
  ],
  [
    'a program with a loader of its own',
    {
      files: { ...usual, tool: '', 'm.c': 'int main(){return 0;}' },
      setup: [
        [
          'sh',
          '-c',
          `cp $(readlink -f /lib64/ld-linux-x86-64.so.2) ld; cat tool >> ld
           gcc -Wl,--build-id=none -Wl,--dynamic-linker=./ld m.c -o m`,
        ],
      ],
      command: ['./m'],
      change: { tool: 'x' },
    },
  ],
])('what the system opens to start %s is seen without inotify', async (_what, plant) => {
  const inputs = await observe({ ...plant, means: ['strace'] });
  expect(inputs).not.toMatchObject({ state: 'same' });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Random bytes of the system seed the maps of Rust and the module `random` of Python, and so decide how much work both
 * have. A library that is loaded first gives other ones, the same in each run. The processes of a test have different
 * ones, in the order in which they first ask: some name files by them.
 */
const source = String.raw`
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static unsigned long long state;
static pid_t owner;

static void seed(void) {
  const char *file = getenv("PERIGEE_PROCESSES");
  int descriptor = file == NULL ? -1 : open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  owner = getpid();
  state = 1;
  if (descriptor < 0) return;
  if (write(descriptor, "", 1) == 1) state += lseek(descriptor, 0, SEEK_CUR);
  close(descriptor);
}

/* The generator of Knuth's MMIX: The Art of Computer Programming, volume 2, 3.3.4. */
static void fill(unsigned char *bytes, size_t length) {
  int error = errno;
  if (owner != getpid()) seed();
  for (size_t index = 0; index < length; index += 1) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    bytes[index] = state >> 56;
  }
  errno = error;
}

ssize_t getrandom(void *bytes, size_t length, unsigned int flags) {
  (void)flags;
  fill(bytes, length);
  return length;
}

int getentropy(void *bytes, size_t length) {
  if (length > 256) {
    errno = EIO;
    return -1;
  }
  fill(bytes, length);
  return 0;
}
`;

let compiled: { library: Buffer | undefined } | undefined;

/** @returns undefined where there is no C compiler, or what it makes cannot be loaded */
function compile(): Buffer | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-random-'));
  try {
    const path = join(folder, 'random.so');
    const options = ['-shared', '-fPIC', '-O1', '-x', 'c', '-o', path, '-'];
    const { status } = spawnSync('cc', options, { input: source, timeout: 20_000 });
    if (status !== 0 || !isLoadable(path)) return undefined;
    const env = { LD_PRELOAD: path };
    const tried = spawnSync('/bin/true', { env, encoding: 'utf8', timeout: 10_000 });
    return tried.status === 0 && tried.stderr === '' ? readFileSync(path) : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** White space and colons stand between libraries. */
const isLoadable = (path: string): boolean => !/[\s:]/.test(path);

/** Whether random bytes can be fixed here; compiled when it is first asked. */
export function fixesRandom(): boolean {
  return (compiled ??= { library: compile() }).library !== undefined;
}

/**
 * The variables of a test whose random bytes are fixed. It has a folder for temporary files of its own: two such tests
 * would choose the same names for theirs.
 * @param own the variables of the test until now
 * @param folder outlives the test, as does what is written below it
 * @param temporary an empty folder of the test alone
 */
export function fixRandom(
  { LD_PRELOAD: theirs }: Readonly<Record<string, string>>,
  { folder, temporary }: { folder: string; temporary: string },
): Record<string, string> {
  const library = join(folder, 'random.so');
  if (!fixesRandom() || !isLoadable(library)) return {};
  writeFileSync(library, compiled?.library ?? '');
  return {
    LD_PRELOAD: [library, theirs].filter(Boolean).join(':'),
    PERIGEE_PROCESSES: join(folder, 'processes'),
    TMPDIR: temporary,
  };
}

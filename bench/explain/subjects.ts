/** Small programs with a function that can be made slower. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Subject {
  file: string;
  code: string;
  /** What is planted. */
  slower: [from: string, to: string];
  /** The function that it is in. */
  planted: RegExp;
  build?(this: void, folder: string): void;
  command: string[];
  /** Time where it is absent. */
  of?: 'memory' | 'calls';
}

const python = { file: 'work.py', command: ['python3', 'work.py'] };
const link = fileURLToPath(new URL('../../test/profile/calls/send_over_link.py', import.meta.url));

const call = (folder: string, [program = '', ...args]: readonly string[]): void => {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
};

const overLink = {
  ...python,
  of: 'calls' as const,
  code: `import os\nos.execvp("python3", ["python3", ${JSON.stringify(link)}, "clean", str(os.getpid()), "4"])\n`,
};

/** What it makes is known: 137 flushes, 166 writes at a place and five connections. */
export const counted = {
  ...python,
  code: `
import os, socket
file = os.open("data", os.O_CREAT | os.O_RDWR)
for i in range(166): os.pwrite(file, b"a line", i)
for i in range(137): os.fsync(file)
server = socket.create_server(("127.0.0.1", 0))
for i in range(5): socket.create_connection(server.getsockname())
`,
  makes: { 'syscall.fsync': 137, 'syscall.pwrite64': 166, 'tcp.connections': 5 },
};

export const subjects: Readonly<Record<string, Subject>> = {
  node: {
    file: 'work.cjs',
    code: `
function hash(text) { let h = 0; for (let i = 0; i < text.length; i += 1) h = (Math.imul(h, 31) + text.charCodeAt(i)) | 0; return h; }
function place(table, key) { return hash(key) & (table.length - 1); }
function put(table, key) { const at = place(table, key); (table[at] ??= []).push(key); if (table[at].length > 8) table[at].length = 0; }
function render(rows) { return rows.map((row) => JSON.stringify(row)).join(','); }
function sortRows(rows) { return [...rows].sort((a, b) => (a.name < b.name ? -1 : 1)); }
const table = Array.from({ length: 4096 });
const rows = Array.from({ length: 3000 }, (_, i) => ({ name: 'row ' + ((i * 7919) % 3000), size: i }));
let sum = 0;
for (let round = 0; round < 50; round += 1) {
  for (let turn = 0; turn < 4; turn += 1) for (const { name } of rows) put(table, name);
  sum += render(rows).length + sortRows(rows).length;
}
console.log(sum);
`,
    slower: [
      'let h = 0;',
      'let h = 0; for (let i = 0; i < 2 * text.length; i += 1) h ^= text.charCodeAt(i >> 1);',
    ],
    planted: /^hash$/,
    command: ['node', 'work.cjs'],
  },
  python: {
    file: 'work.py',
    code: `
import json
def parse(text):
    return json.loads(text)
def dedupe(items):
    seen, out = set(), []
    for item in items:
        if item not in seen:
            seen.add(item)
            out.append(item)
    return out
def summarise(rows):
    total = 0
    for row in rows:
        for key, value in row.items():
            total += len(key) + (value if isinstance(value, int) else len(value))
    return total
def main():
    rows = [{"name": "n%d" % (i % 100), "size": i, "path": "/a/b/%d" % i} for i in range(3000)]
    text = json.dumps(rows)
    count = 0
    for _ in range(40):
        parsed = parse(text)
        count += summarise(parsed) + len(dedupe([row["name"] for row in parsed]))
    print(count)
main()
`,
    slower: ['seen, out = set(), []', 'seen, out = type("L", (list,), {"add": list.append})(), []'],
    planted: /^dedupe$/,
    command: ['python3', 'work.py'],
  },
  go: {
    file: 'main.go',
    code: `package main

import (
	"fmt"
	"sort"
	"strings"
)

//go:noinline
func checksum(text string) uint32 {
	var h uint32
	for i := 0; i < len(text); i++ {
		h = h*31 + uint32(text[i])
	}
	return h
}

//go:noinline
func join(words []string) string { return strings.Join(words, ",") }

//go:noinline
func order(words []string) []string {
	out := append([]string{}, words...)
	sort.Strings(out)
	return out
}

func main() {
	words := make([]string, 5000)
	for i := range words {
		words[i] = fmt.Sprintf("a word of some length %d", (i*7919)%5000)
	}
	var sum uint32
	for round := 0; round < 250; round++ {
		for _, word := range words {
			sum += checksum(word)
		}
		sum += uint32(len(join(words)) + len(order(words[:1500])))
	}
	fmt.Println(sum)
}
`,
    slower: [
      '	var h uint32\n',
      '	var h uint32\n	for i := 0; i < len(text); i++ {\n		h ^= uint32(text[i]) << 3\n	}\n',
    ],
    planted: /checksum/,
    build: (folder) => call(folder, ['go', 'build', '-o', 'work', 'main.go']),
    command: ['./work'],
  },
  c: {
    file: 'work.c',
    code: `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[4001];
__attribute__((noinline)) int count_words(const char *s) {
  int n = 0;
  size_t length = strlen(s);
  for (size_t i = 0; i < length; i++) n += s[i] == ' ';
  return n;
}
__attribute__((noinline)) unsigned checksum(const char *s) {
  unsigned h = 0;
  for (; *s; s++) h = h * 31 + (unsigned char)*s;
  return h;
}
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__attribute__((noinline)) int median(int *values, int n) { qsort(values, n, sizeof *values, compare); return values[n / 2]; }
int main(void) {
  for (int i = 0; i < 4000; i++) text[i] = i % 7 ? 'a' + i % 20 : ' ';
  long sum = 0;
  int values[2000];
  for (int round = 0; round < 1500; round++) {
    for (int i = 0; i < 2000; i++) values[i] = (i * 7919 + round) % 2003;
    for (int i = 0; i < 8; i++) sum += count_words(text) + checksum(text);
    sum += median(values, 2000);
  }
  printf("%ld\\n", sum);
  return 0;
}
`,
    slower: [
      'h = h * 31 + (unsigned char)*s;',
      '{ h = h * 31 + (unsigned char)*s; h ^= h >> 15; h *= 2246822519u; h ^= h >> 13; }',
    ],
    planted: /^checksum/,
    build: (folder) =>
      call(folder, ['cc', '-O1', '-fno-omit-frame-pointer', '-o', 'work', 'work.c']),
    command: ['./work'],
  },
  leak: {
    ...{ ...python, of: 'memory' },
    code: `
import time
kept, span = [], []
def parse(i): return [{"row": i, "name": "n" * 50 + str(i)} for _ in range(20)]
def table(n): return [list(range(200)) for _ in range(n)]
def handle(i):
    rows = parse(i)
    return len(rows)
kept.append(table(2000))
for i in range(3000): handle(i)
time.sleep(0.3)
`,
    slower: [
      '    return len(rows)',
      '    span.append([bytes(500) for _ in rows])\n    return len(rows)',
    ],
    planted: /work\.py:8$/,
  },
  flush: {
    ...{ ...python, of: 'calls' },
    code: `
import os
file = os.open("data", os.O_CREAT | os.O_RDWR)
for i in range(200):
    os.write(file, b"a line")
    if i % 10 == 0: os.fsync(file)
`,
    slower: ['os.fsync(file)\n', 'os.fsync(file); os.fsync(file)\n'],
    planted: /^flushes$/,
  },
  loss: { ...overLink, slower: ['"clean"', '"loss"'], planted: /^lost-packets$/ },
  reorder: { ...overLink, slower: ['"clean"', '"reorder"'], planted: /^reordered-packets$/ },
};

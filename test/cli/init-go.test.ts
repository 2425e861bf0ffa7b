/** A Go repository from `perigee init` to a red verdict: what init writes has to be able to turn red. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isNightly } from '../nightly.ts';
import { makeRepository, type UserRepository } from './repository.ts';

const hasGo = spawnSync('go', ['version']).status === 0;

const sum = (rounds: number): string => `package words

func Count(text string) int {
	words := 0
	for round := 0; round < ${rounds}; round++ {
		words = 0
		inWord := false
		for _, r := range text {
			if isLetter := r != ' '; isLetter != inWord {
				inWord = isLetter
				if inWord {
					words++
				}
			}
		}
	}
	return words
}
`;

const benchmark = `package words

import (
	"strings"
	"testing"
)

var text = strings.Repeat("one two three ", 100)

func BenchmarkCount(b *testing.B) {
	for i := 0; i < b.N; i++ {
		if Count(text) != 300 {
			b.Fatal("wrong count")
		}
	}
}
`;

let repository: UserRepository;
beforeEach(() => (repository = makeRepository()));

// The suite that init writes builds with Go, which a laptop may lack; CI installs it.
test.skipIf(!hasGo || !isNightly)(
  'a benchmarked function that takes three times as long turns the suite of init red',
  async () => {
    repository.write('go.mod', 'module example.org/words\n\ngo 1.20\n');
    mkdirSync(join(repository.root, 'words'));
    repository.write('words/count.go', sum(1));
    repository.write('words/count_test.go', benchmark);
    repository.commit('Begin');
    const { exitCode, stderr } = await repository.perigee('init');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const suite = readFileSync(join(repository.root, 'perigee.yml'), 'utf8');
    expect(suite).toContain('- [go, test, "-c", "-o", words/perigee-bench.test, ./words]');
    expect(suite).toMatch(/directory: words\n +command: .*"-test\.benchtime=\d+x"\]/);
    // The rounds that init chose take 0.7 s in each execution: a tenth of them shows as much.
    const rounds = /benchtime=(\d+)0x/;
    repository.write('perigee.yml', suite.replace(rounds, 'benchtime=$1x'));
    repository.commit('Measure');
    repository.write('words/count.go', sum(3));
    repository.commit('Make it slower');
    expect(suite).toContain('results: { format: go }');
    const { exitCode: code, stdout } = await repository.perigee('compare', 'HEAD~1', 'HEAD');
    expect({ code, stdout }).toMatchObject({ code: 1 });
    expect(stdout).toContain('words BenchmarkCount › example.org/words/words > Count');
    expect(stdout).toContain('words BenchmarkCount › whole test');
  },
);

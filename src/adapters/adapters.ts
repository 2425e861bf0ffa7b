import { type Adapter } from './adapter.ts';
import { asv } from './asv.ts';
import { benchmarkDotNet } from './benchmark-dotnet.ts';
import { benchmarkIps } from './benchmark-ips.ts';
import { benchmarkJs } from './benchmark-js.ts';
import { catch2 } from './catch2.ts';
import { criterion } from './criterion.ts';
import { deno } from './deno.ts';
import { divan } from './divan.ts';
import { go } from './go.ts';
import { goTest } from './go-test.ts';
import { googleBenchmark } from './google-benchmark.ts';
import { hyperfine } from './hyperfine.ts';
import { iaiCallgrind } from './iai-callgrind.ts';
import { jmh } from './jmh.ts';
import { junit } from './junit.ts';
import { k6 } from './k6.ts';
import { libtest } from './libtest.ts';
import { lighthouse } from './lighthouse.ts';
import { mitata } from './mitata.ts';
import { nanobench } from './nanobench.ts';
import { bencher, biggerIsBetter, smallerIsBetter } from './open-formats.ts';
import { pgbench } from './pgbench.ts';
import { pyperf } from './pyperf.ts';
import { pytestBenchmark } from './pytest-benchmark.ts';
import { time } from './time.ts';
import { tinybench } from './tinybench.ts';
import { vitest } from './vitest.ts';

/** In the order in which `auto` asks them: those with the surest signs first. */
export const adapters: readonly Adapter[] = [
  ...[vitest, tinybench, pyperf, mitata, deno, pytestBenchmark, asv, googleBenchmark, nanobench],
  ...[hyperfine, jmh, benchmarkIps, k6, lighthouse, benchmarkDotNet, bencher],
  ...[smallerIsBetter, biggerIsBetter],
  ...[
    go,
    goTest,
    junit,
    criterion,
    divan,
    iaiCallgrind,
    catch2,
    libtest,
    benchmarkJs,
    pgbench,
    time,
  ],
];

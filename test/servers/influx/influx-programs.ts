/**
 * InfluxDB itself, built from the Go module proxy with the ordinary client, once for each user, and kept in the
 * user's cache folder. It takes about five minutes, since a part of it is Rust.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';

const version = '2.7.12';
const program = join(cacheFolder(), `influxdb-${version}`, 'influxd');

const longestBuildMs = 30 * 60_000;
const pkgConfig = 'github.com/influxdata/pkg-config@v0.2.14';
const server = 'github.com/influxdata/influxdb/v2/cmd/influxd';

const goModule = `module influx-for-tests

go 1.24

require github.com/influxdata/influxdb/v2 v${version}

replace github.com/nats-io/nats-streaming-server v0.11.2 => github.com/influxdata/nats-streaming-server v0.11.3-0.20201112040610-c277f7560803
`;

const goFile = `//go:build tools

package x

import _ "${server}"
`;

/** The Rust part calls its own warnings errors, and newer compilers have more of them. */
const rustWrapper = '#!/bin/sh\nrustc="$1"\nshift\nexec "$rustc" "$@" --cap-lints warn\n';

/** What this machine lacks to run it, in one line that says what to install; undefined when nothing. */
export function missingForInflux(): string | undefined {
  if (existsSync(program)) return undefined;
  const lacking = ['go', 'cargo'].filter((name) => !isOnPath(name));
  if (lacking.length === 0) return undefined;
  return `this machine lacks ${lacking.join(' and ')} for InfluxDB ${version}: it is built with Go 1.24 or newer and Rust`;
}

/**
 * The program; it is built when it is not there.
 * @throws Error with what the compilers said
 */
export function fetchInflux(): string {
  if (existsSync(program)) return program;
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'build-'));
  try {
    build(work);
    mkdirSync(dirname(program), { recursive: true });
    renameSync(join(work, 'influxd'), program);
    return program;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function build(work: string): void {
  const wrapper = join(work, 'rustc-wrap.sh');
  writeFileSync(join(work, 'go.mod'), goModule);
  writeFileSync(join(work, 'tools.go'), goFile);
  writeFileSync(wrapper, rustWrapper);
  chmodSync(wrapper, 0o755);
  const bin = join(work, 'bin');
  run(work, ['go', 'mod', 'tidy', '-e']);
  run(work, ['go', 'install', pkgConfig], { GOBIN: bin });
  run(work, ['go', 'build', '-o', 'influxd', '-ldflags', '-s -w', server], {
    // The build asks this pkg-config for the Rust part, and has to find it before the system's.
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    PKG_CONFIG: join(bin, 'pkg-config'),
    RUSTC_WRAPPER: wrapper,
    ...(isOnPath('rustup') ? { RUSTUP_TOOLCHAIN: 'stable' } : {}),
  });
}

function run(
  folder: string,
  command: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): void {
  const { status, stdout, stderr, error } = spawnSync('nice', ['-n', '19', ...command], {
    cwd: folder,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    timeout: longestBuildMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  const said = `${stdout}${stderr}`.slice(-4_000);
  throw new Error(`${command.slice(0, 3).join(' ')} failed: ${error?.message ?? ''}\n${said}`);
}

function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)));
}

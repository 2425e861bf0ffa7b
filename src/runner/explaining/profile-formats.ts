/** The formats in which other people's tools open a profile. */
import { gzipSync } from 'node:zlib';
import {
  Function as PprofFunction,
  Line,
  Location,
  Profile,
  Sample,
  StringTable,
  ValueType,
} from 'pprof-format';
import { parseFrame, type Stack } from '../../contract/execution.ts';

export interface Sampled {
  count: number;
  /** Nanoseconds or bytes. */
  size: number;
}

/** All samples of one side of a test. */
export interface SampledSide {
  /** Such as `upload, after`. */
  title: string;
  of: 'time' | 'memory';
  stacks: ReadonlyMap<Stack, Sampled>;
}

/** As flame graphs are made of: https://github.com/brendangregg/FlameGraph */
export function formatCollapsed({ stacks }: SampledSide): string {
  return [...stacks].map(([stack, { count }]) => `${stack} ${count}\n`).join('');
}

/** https://www.speedscope.app/file-format-schema.json */
export function formatSpeedscope({ of, stacks, title }: SampledSide): string {
  const frames = new Numbers();
  const samples = [...stacks.keys()].map((stack) =>
    stack.split(';').map((frame) => frames.of(frame)),
  );
  const weights = [...stacks.values()].map(({ size }) => size);
  const endValue = weights.reduce((sum, size) => sum + size, 0);
  const unit = of === 'time' ? 'nanoseconds' : 'bytes';
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: [...frames.keys()].map((name) => ({ name })) },
    profiles: [{ type: 'sampled', name: title, unit, startValue: 0, endValue, samples, weights }],
  });
}

interface CpuNode {
  id: number;
  callFrame: Record<'functionName' | 'scriptId' | 'url', string> &
    Record<'lineNumber' | 'columnNumber', number>;
  hitCount: number;
  children: number[];
}

/**
 * `Profile` of the DevTools protocol, of time only: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/
 * Each stack is one sample that lasts as long as all of its samples.
 */
export function formatCpuProfile({ stacks }: SampledSide): string {
  const root = makeNode(1, '(root)');
  // A sample lasts until the next one. Readers disagree on the last one, so that is idle.
  const end = makeNode(2, '(idle)');
  root.children.push(end.id);
  const nodes = [root, end];
  const known = new Map<string, CpuNode>();
  const samples: number[] = [];
  const timeDeltas = [0];
  let endTime = 0;
  for (const [stack, { count, size }] of stacks) {
    let node = root;
    for (const frame of stack.split(';')) {
      const key = `${node.id};${frame}`;
      let below = known.get(key);
      if (below === undefined) {
        below = makeNode(nodes.length + 1, frame);
        nodes.push(below);
        known.set(key, below);
        node.children.push(below.id);
      }
      node = below;
    }
    node.hitCount += count;
    samples.push(node.id);
    timeDeltas.push(size / 1000);
    endTime += size / 1000;
  }
  samples.push(end.id);
  return JSON.stringify({ nodes, startTime: 0, endTime, samples, timeDeltas });
}

function makeNode(id: number, frame: string): CpuNode {
  const { line = 0, name, path = '' } = parseFrame(frame);
  const place = { scriptId: '0', url: path, lineNumber: line - 1, columnNumber: -1 };
  return { id, callFrame: { functionName: name, ...place }, hitCount: 0, children: [] };
}

/** `profile.proto`, compressed: https://github.com/google/pprof/blob/main/proto/profile.proto */
export function formatPprof({ of, stacks }: SampledSide): Uint8Array {
  const stringTable = new StringTable();
  const text = (value: string): number => stringTable.dedup(value);
  const frames = new Numbers();
  const sample = [...stacks].map(
    ([stack, { count, size }]) =>
      new Sample({
        // The innermost first, and numbers begin at 1.
        locationId: stack
          .split(';')
          .map((frame) => frames.of(frame) + 1)
          .reverse(),
        value: [count, Math.round(size)],
      }),
  );
  const functions: PprofFunction[] = [];
  const locations: Location[] = [];
  for (const [index, frame] of [...frames.keys()].entries()) {
    const { line = 0, name, path = '' } = parseFrame(frame);
    const [id, startLine] = [index + 1, line];
    const named = { name: text(name), systemName: text(name), filename: text(path) };
    functions.push(new PprofFunction({ id, ...named, startLine }));
    locations.push(new Location({ id, line: [new Line({ functionId: id, line })] }));
  }
  const [type, unit] = of === 'time' ? ['cpu', 'nanoseconds'] : ['alloc_space', 'bytes'];
  const profile = new Profile({
    sampleType: [
      new ValueType({ type: text('samples'), unit: text('count') }),
      new ValueType({ type: text(type), unit: text(unit) }),
    ],
    ...{ sample, location: locations, function: functions, stringTable },
  });
  return gzipSync(profile.encode());
}

/** Numbers what it sees, from 0. */
class Numbers extends Map<string, number> {
  of(key: string): number {
    const number = this.get(key) ?? this.size;
    this.set(key, number);
    return number;
  }
}

import { appendValue, unwatched } from '../../src/history/change-points/append-value.ts';
import { findChangePoints } from '../../src/history/change-points/find-change-points.ts';
import { createRandom } from '../../src/stats/random.ts';
import { drawNoise } from './make-series.ts';

/** A step of 10% there and back every 150 values. */
function drawSteps(length: number, seed: number): number[] {
  const noise = drawNoise(length, {}, createRandom(seed));
  return noise.map((value, at) => (Math.floor(at / 150) % 2 === 0 ? value : 1.1 * value));
}

export function timeDetector(seed: number): { what: string; cpuMs: number }[] {
  const [short, middle, long] = [500, 1_000, 10_000].map((length) => drawSteps(length, seed));
  const find = (values: readonly number[] | undefined) => () => findChangePoints(values!);
  const whole = [
    { what: '1,000 values', cpuMs: timeCall(200, find(middle)) },
    { what: '10,000 values', cpuMs: timeCall(20, find(long)) },
    { what: '1,000 series of 500 values', cpuMs: 1000 * timeCall(1000, find(short)) },
  ];
  let watched = unwatched;
  let place = 0;
  const append = (): void => {
    const value = long![place]!;
    watched = appendValue(watched, { place, value }).watched;
    place += 1;
  };
  timeCall(1000, append);
  return [...whole, { what: 'one more value', cpuMs: timeCall(5000, append) }];
}

function timeCall(times: number, call: () => unknown): number {
  for (let i = 0; i < 20; i += 1) call();
  const begin = process.cpuUsage();
  for (let i = 0; i < times; i += 1) call();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / times;
}

/// <reference lib="dom" />
const [width, height] = [120, 24];
const space = 'http://www.w3.org/2000/svg';

/** The newest levels of a series as a line beside its numbers, which say the same: hidden from screen readers. */
export function makeSparkline(levels: readonly number[]): Node {
  const svg = document.createElementNS(space, 'svg');
  const attributes = {
    class: 'sparkline',
    viewBox: `0 0 ${width} ${height}`,
    'aria-hidden': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  if (levels.length < 2) return svg;
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  // A line that moves by less than this says nothing: it stays flat.
  const range = Math.max(high - low, 0.05 * Math.abs(high)) || 1;
  const middle = (low + high) / 2;
  const points = levels.map((level, i) => {
    const x = 2 + (i / (levels.length - 1)) * (width - 4);
    const y = height / 2 - ((level - middle) / range) * (height - 6);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', `M${points.join('L')}`);
  svg.append(path);
  return svg;
}

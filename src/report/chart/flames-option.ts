import type { CustomSeriesOption } from 'echarts/charts';
import type { TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import {
  type FlameNode,
  type FlameUnit,
  formatGrowth,
  growthOf,
  listFigures,
} from '../flame-tree.ts';
import type { FlameBox } from '../page/lay-out-flames.ts';
import { cutPlain } from '../plain-text.ts';
import { type ChartTheme, frame, tooltipLook } from './chart-theme.ts';

export interface DrawnFlames {
  boxes: readonly FlameBox[];
  unit: FlameUnit;
  /** The largest change of all, which has the strongest colour. */
  most: number;
  /** Those that are searched for, if any are. */
  found: ReadonlySet<FlameNode> | undefined;
}

export const rowHeightPx = 20;
const narrowestLabelPx = 28;
/** As a share of the largest change: less is no change. */
const smallest = 0.02;

/** Each function as wide as what it takes; red where that grew, blue where it shrank. */
export function buildFlamesOption(
  { boxes, found, most, unit }: DrawnFlames,
  theme: ChartTheme,
): ComposeOption<CustomSeriesOption | TooltipComponentOption> {
  const colour = (node: FlameNode): { fill: string; fillOpacity: number } => {
    const part = growthOf(node) / most;
    const isShown = found === undefined || found.has(node);
    return isShown && Math.abs(part) >= smallest
      ? { fill: part > 0 ? theme.bad : theme.after, fillOpacity: 0.12 + 0.38 * Math.abs(part) }
      : { fill: theme.quietText, fillOpacity: isShown ? 0.18 : 0.09 };
  };
  return {
    ...frame(theme),
    tooltip: {
      ...tooltipLook(theme),
      renderMode: 'richText',
      formatter: (params) => {
        const [pointed] = [params].flat();
        return describe(boxes[pointed?.dataIndex ?? -1]?.node, unit);
      },
    },
    series: {
      type: 'custom',
      coordinateSystem: 'none',
      data: boxes.map(({ row }) => [row]),
      renderItem: ({ dataIndex }, api) => {
        const box = boxes[dataIndex];
        if (box === undefined) return;
        const { from, node, row, to } = box;
        const width = Math.max(1, (to - from) * api.getWidth() - 1);
        const isFound = found?.has(node) === true;
        return {
          type: 'rect',
          shape: {
            x: from * api.getWidth(),
            y: row * rowHeightPx + 1,
            width,
            height: rowHeightPx - 2,
          },
          style: { ...colour(node), ...(isFound ? { stroke: theme.text, lineWidth: 2 } : {}) },
          emphasis: { style: { stroke: theme.text, lineWidth: 1 } },
          ...(width < narrowestLabelPx
            ? {}
            : {
                textConfig: { position: 'insideLeft', distance: 4 },
                textContent: {
                  type: 'text',
                  style: {
                    text: label(node, unit),
                    fill: theme.text,
                    fontSize: 12,
                    fontFamily: theme.font,
                    width: width - 8,
                    overflow: 'truncate',
                    ellipsis: '…',
                  },
                },
              }),
        };
      },
    },
  };
}

/** Its place is left to the tooltip, unless it has no name. */
function label(node: FlameNode, unit: FlameUnit): string {
  const [name] = splitName(node);
  return `${name === 'anonymous' ? node.name : name} ${formatGrowth(node, unit)}`;
}

function splitName({ name }: FlameNode): [name: string, place: string] {
  const [, short = name, place = ''] = /^(.+?) \((.+)\)$/.exec(name) ?? [];
  return [short, place];
}

const longestLine = 44;

function describe(node: FlameNode | undefined, unit: FlameUnit): string {
  if (node === undefined) return '';
  const [before = '', after = '', change = ''] = listFigures(node, unit);
  return [...splitName(node), `${before} → ${after}: ${change}`]
    .filter((line) => line !== '')
    .map((line) => cutPlain(line, longestLine))
    .join('\n');
}

import { artifactDefences } from './artifacts.ts';
import { botDefences } from './bot.ts';
import type { Defence } from './defence.ts';
import { doorDefences } from './door.ts';
import { parsingDefences } from './parsing.ts';
import { renderingDefences } from './rendering.ts';

export const defences: readonly Defence[] = [
  ...parsingDefences,
  ...artifactDefences,
  ...botDefences,
  ...doorDefences,
  ...renderingDefences,
];

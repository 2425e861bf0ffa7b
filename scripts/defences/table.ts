import { artifactDefences } from './artifacts.ts';
import { botDefences } from './bot.ts';
import type { Defence } from './defence.ts';
import { doorDefences } from './door.ts';
import { explorerDefences } from './explorer.ts';
import { fileDefences } from './files.ts';
import { gateDefences } from './gate.ts';
import { leftOutDefences } from './left-out.ts';
import { limitDefences } from './limits.ts';
import { inputsDefences } from './inputs.ts';
import { measuringDefences } from './measuring.ts';
import { parsingDefences } from './parsing.ts';
import { renderingDefences } from './rendering.ts';
import { spendingDefences } from './spending.ts';

export const defences: readonly Defence[] = [
  ...parsingDefences,
  ...limitDefences,
  ...leftOutDefences,
  ...artifactDefences,
  ...inputsDefences,
  ...measuringDefences,
  ...fileDefences,
  ...gateDefences,
  ...botDefences,
  ...spendingDefences,
  ...doorDefences,
  ...renderingDefences,
  ...explorerDefences,
];

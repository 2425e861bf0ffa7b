import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a,b}from"./chunk-chunk-2QXMAWBM.js";import"./chunk-chunk-JK2LYAIR.js";import"./chunk-chunk-BKM7MQR3.js";import"./chunk-chunk-4YIY7MW5.js";export{a as context,b as getOctokit};

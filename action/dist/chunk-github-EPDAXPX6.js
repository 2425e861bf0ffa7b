import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a,b}from"./chunk-chunk-Z4BHENAT.js";import"./chunk-chunk-3AP2CATW.js";import"./chunk-chunk-IY4GGFUH.js";import"./chunk-chunk-LSNGF3TE.js";export{a as context,b as getOctokit};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a,b}from"./chunk-chunk-ZFJPCGN3.js";import"./chunk-chunk-YPDU7IZW.js";import"./chunk-chunk-25EEQ6ZS.js";import"./chunk-chunk-LSNGF3TE.js";export{a as context,b as getOctokit};

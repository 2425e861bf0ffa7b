import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-MKUZCQ6S.js";import"./chunk-chunk-FETN5L6V.js";import"./chunk-chunk-DKQVCOND.js";import"./chunk-chunk-IQ3JPEKI.js";import"./chunk-chunk-OJIYPMUC.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-MCPKXMT4.js";import"./chunk-chunk-FONTVFTL.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};

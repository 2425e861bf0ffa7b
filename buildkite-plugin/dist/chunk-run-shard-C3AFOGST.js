import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-QKX2KQ6B.js";import"./chunk-chunk-UHKR46UP.js";import"./chunk-chunk-U7VRBBA6.js";import"./chunk-chunk-VNHXCEMQ.js";import"./chunk-chunk-M5SNRYF5.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-NFQJLKZP.js";import"./chunk-chunk-PNTZL6FG.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};

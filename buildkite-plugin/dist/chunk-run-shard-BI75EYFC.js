import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-U5ULHUEK.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-OJJILJZZ.js";import"./chunk-chunk-MRBGFF4M.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-5KRA2SJQ.js";import"./chunk-chunk-YCIWSHI5.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-SJSYVAFB.js";import"./chunk-chunk-3GTCOIAA.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

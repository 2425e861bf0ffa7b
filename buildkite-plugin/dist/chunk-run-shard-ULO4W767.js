import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-KLRDG2BK.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-HNSYAUYZ.js";import"./chunk-chunk-GNEA326R.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-DH7I74QQ.js";import"./chunk-chunk-GS22ZW3M.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-LEMLLFZT.js";import"./chunk-chunk-GMTBSGHJ.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

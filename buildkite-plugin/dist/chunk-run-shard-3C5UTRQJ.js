import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-5TWXHVX2.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-TWHMST32.js";import"./chunk-chunk-L5JRL5U4.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-ZSVVILNS.js";import"./chunk-chunk-ZJKQB4DX.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-KINDP7WI.js";import"./chunk-chunk-PQS6H3HA.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

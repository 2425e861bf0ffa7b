import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-4GCWTFPO.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-64A72F7H.js";import"./chunk-chunk-NRHPK44N.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-FGPKF3UQ.js";import"./chunk-chunk-FFQW274B.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-CJ3Q2TRB.js";import"./chunk-chunk-A3KKRHQU.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

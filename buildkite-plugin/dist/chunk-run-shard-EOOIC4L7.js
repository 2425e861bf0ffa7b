import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-LTJZGTZJ.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-Q7IA7WGI.js";import"./chunk-chunk-GOHBF7YR.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-7ZR7Y2UU.js";import"./chunk-chunk-MTLNJVR5.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-F5JNF3RD.js";import"./chunk-chunk-J2BP2BZI.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ILDSTFTL.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-RQ2OIRWX.js";import"./chunk-chunk-L5JRL5U4.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-7UFAOFKE.js";import"./chunk-chunk-PG35F33N.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-2OM2ZZVJ.js";import"./chunk-chunk-PQS6H3HA.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

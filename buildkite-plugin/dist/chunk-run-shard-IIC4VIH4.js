import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ARFGRHWA.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-OIVO5YPB.js";import"./chunk-chunk-PG75NXJY.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-XSG5DE2I.js";import"./chunk-chunk-KZEC5FUP.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-SO4SD2A7.js";import"./chunk-chunk-V3JJ6DAU.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-QKUGZG6O.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-DS2FFTTB.js";import"./chunk-chunk-2H4FXLCD.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-OVEEU37J.js";import"./chunk-chunk-Z4IJEW55.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-H3F5GWX4.js";import"./chunk-chunk-PHOXGVUM.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-BQOBHHQ7.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-VEPJIUFR.js";import"./chunk-chunk-I4LCTOIK.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-SYQBUHCZ.js";import"./chunk-chunk-2FNMIEZ3.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-LCCOCX3W.js";import"./chunk-chunk-PEOWXAGI.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-TQLLXNCF.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-PSB2KVKT.js";import"./chunk-chunk-A6JWO6OB.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-2OSWCA7W.js";import"./chunk-chunk-YCIWSHI5.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-SJSYVAFB.js";import"./chunk-chunk-3GTCOIAA.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

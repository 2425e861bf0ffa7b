import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-HEML6TFK.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-DG3GVLWC.js";import"./chunk-chunk-44SM4W42.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-O3DEYO2R.js";import"./chunk-chunk-GHCHFAEZ.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-WCTHNGF5.js";import"./chunk-chunk-Y6YJ6UDH.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ZN7UI5Q5.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-DJYGVESZ.js";import"./chunk-chunk-NS5TS4LS.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-SBE73FFJ.js";import"./chunk-chunk-P644BQSE.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-JIKFRNS2.js";import"./chunk-chunk-3LXZJQNV.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-7IEAONDC.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-NYXYM6D6.js";import"./chunk-chunk-JPX73J55.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-NWN3SM3A.js";import"./chunk-chunk-XDUVAYCF.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-S2V5TWUB.js";import"./chunk-chunk-WOAGKGTZ.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

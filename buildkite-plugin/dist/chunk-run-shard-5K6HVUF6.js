import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-IIXTHFCN.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-QB3OT2PT.js";import"./chunk-chunk-NTQ7GANG.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-VGFNJCFK.js";import"./chunk-chunk-ASXXMGGV.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-HMFSKMWO.js";import"./chunk-chunk-R73F2O5C.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

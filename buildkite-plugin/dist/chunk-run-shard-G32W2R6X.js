import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-WWDYAUNL.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-QC522SJK.js";import"./chunk-chunk-7HVHAB42.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-CW55CP5G.js";import"./chunk-chunk-ILBRBMSS.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-6FG3RSIU.js";import"./chunk-chunk-PZSOESPP.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

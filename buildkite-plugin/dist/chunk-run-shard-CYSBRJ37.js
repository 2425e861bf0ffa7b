import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-PJ6KYXAI.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-FU2KBF4H.js";import"./chunk-chunk-M3FMXXKF.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-YMVZFQ3F.js";import"./chunk-chunk-W22GXHXW.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-6TKZIXMG.js";import"./chunk-chunk-A7VSSLPK.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

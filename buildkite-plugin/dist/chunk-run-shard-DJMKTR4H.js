import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-2PDD3GGY.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-OICBFZOS.js";import"./chunk-chunk-SI6KTQX5.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-DSSRAYJB.js";import"./chunk-chunk-3VWF4F36.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-WWEGMLG5.js";import"./chunk-chunk-MG3ZJN4H.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-XHGLQAI6.js";import"./chunk-chunk-3H5QFZQH.js";import"./chunk-chunk-TZV3SVCV.js";import"./chunk-chunk-PXHHUTTX.js";import"./chunk-chunk-K3TYOEPA.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

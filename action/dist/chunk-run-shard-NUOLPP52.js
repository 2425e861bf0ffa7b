import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-HUG4HPM7.js";import"./chunk-chunk-FX4775KV.js";import"./chunk-chunk-UKWIQ2BO.js";import"./chunk-chunk-ZOCPUK3Q.js";import"./chunk-chunk-2XMAUFOK.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-PPWFGPIY.js";import"./chunk-chunk-6GQTFMPO.js";import"./chunk-chunk-INLBXIMM.js";import"./chunk-chunk-3M4P6LTS.js";import"./chunk-chunk-3WO37HC5.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-N7G3BAOD.js";import"./chunk-chunk-RMDZ22TB.js";import"./chunk-chunk-FIB3X2Q6.js";import"./chunk-chunk-WSHLIWRQ.js";import"./chunk-chunk-FGCDBO27.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

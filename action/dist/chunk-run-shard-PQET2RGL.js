import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-DAQN7FBS.js";import"./chunk-chunk-FSTEIKFY.js";import"./chunk-chunk-5M3XQOSF.js";import"./chunk-chunk-AAPKHPK5.js";import"./chunk-chunk-LRMAAWLJ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

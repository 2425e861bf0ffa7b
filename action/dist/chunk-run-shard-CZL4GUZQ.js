import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ZHUGP2GC.js";import"./chunk-chunk-BXUH2EW6.js";import"./chunk-chunk-S4SXBTYX.js";import"./chunk-chunk-XCI6TNZF.js";import"./chunk-chunk-KFUECCS4.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

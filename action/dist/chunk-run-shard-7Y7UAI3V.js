import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ZZUIJGY3.js";import"./chunk-chunk-XZOX2ADV.js";import"./chunk-chunk-OJ5MWLCT.js";import"./chunk-chunk-26DW647X.js";import"./chunk-chunk-HV7UZER3.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

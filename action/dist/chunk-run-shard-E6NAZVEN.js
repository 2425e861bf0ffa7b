import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-CH4A2QLH.js";import"./chunk-chunk-SWP57REZ.js";import"./chunk-chunk-KXPIZXXD.js";import"./chunk-chunk-IJWGZRMR.js";import"./chunk-chunk-ZWRD2SP6.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

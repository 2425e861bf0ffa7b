import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-276T6FB6.js";import"./chunk-chunk-SGTBX7AP.js";import"./chunk-chunk-3ZIX7KFQ.js";import"./chunk-chunk-OY6MZ5YT.js";import"./chunk-chunk-YD3UCQL2.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-EYYJTTK4.js";import"./chunk-chunk-BTRJ3ATZ.js";import"./chunk-chunk-GE4A76MA.js";import"./chunk-chunk-ZEJIW5FP.js";import"./chunk-chunk-J5PC7D7S.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

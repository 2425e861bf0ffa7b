import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-XKTBDCAP.js";import"./chunk-chunk-X5H4IUPM.js";import"./chunk-chunk-T6T7ZWIK.js";import"./chunk-chunk-3FTY3JLK.js";import"./chunk-chunk-XGIJGQ3M.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-TIKFL2SS.js";import"./chunk-chunk-A6DVQ2WV.js";import"./chunk-chunk-WXKYGZYD.js";import"./chunk-chunk-77AYA2FL.js";import"./chunk-chunk-UUI4LCGI.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

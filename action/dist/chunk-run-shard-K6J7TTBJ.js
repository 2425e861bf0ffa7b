import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-JT25POII.js";import"./chunk-chunk-SKB74NYR.js";import"./chunk-chunk-MAGUNFEU.js";import"./chunk-chunk-4TKJEVUN.js";import"./chunk-chunk-GBUYK3XE.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

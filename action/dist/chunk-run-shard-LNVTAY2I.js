import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-IKY3J4DW.js";import"./chunk-chunk-H4OJGNAT.js";import"./chunk-chunk-FBYJ5YQL.js";import"./chunk-chunk-WIFQ2OTM.js";import"./chunk-chunk-YG3OWVPZ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

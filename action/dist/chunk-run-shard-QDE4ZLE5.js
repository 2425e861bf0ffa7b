import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ADYKFFUA.js";import"./chunk-chunk-RCG72X6I.js";import"./chunk-chunk-QNLGXYKY.js";import"./chunk-chunk-VHGSJTPF.js";import"./chunk-chunk-RACKM6YH.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-T3JVGCM7.js";import"./chunk-chunk-7QQNRJQN.js";import"./chunk-chunk-PMBQJK2X.js";import"./chunk-chunk-N5H4VRA3.js";import"./chunk-chunk-D5OD6O3I.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

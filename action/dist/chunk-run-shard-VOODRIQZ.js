import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-VGESV7XY.js";import"./chunk-chunk-VDRWOWFU.js";import"./chunk-chunk-HEIMOAQH.js";import"./chunk-chunk-5VT6ARQU.js";import"./chunk-chunk-VNTYMRSU.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-HTYT5MDJ.js";import"./chunk-chunk-7FBPLYX5.js";import"./chunk-chunk-QLTL2MCY.js";import"./chunk-chunk-C34VIX2K.js";import"./chunk-chunk-5OPWVPCO.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

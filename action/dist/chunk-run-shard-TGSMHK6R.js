import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-JWP5T3IX.js";import"./chunk-chunk-QZSVFRAC.js";import"./chunk-chunk-6OPGDY3K.js";import"./chunk-chunk-5YEITDEK.js";import"./chunk-chunk-OIYHYOW7.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

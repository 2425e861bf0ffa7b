import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-WWEC3PLO.js";import"./chunk-chunk-VMIAYEKC.js";import"./chunk-chunk-XKSTZGKH.js";import"./chunk-chunk-INQA6FJS.js";import"./chunk-chunk-NRM4LX77.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

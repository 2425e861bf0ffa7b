import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-5A7CGVJQ.js";import"./chunk-chunk-N55H5WWZ.js";import"./chunk-chunk-JVMOMSXX.js";import"./chunk-chunk-AVOHCLBU.js";import"./chunk-chunk-PJ4IANNF.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

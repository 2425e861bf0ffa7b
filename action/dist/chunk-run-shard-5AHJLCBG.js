import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-DE4S3JE2.js";import"./chunk-chunk-XB3CCJLA.js";import"./chunk-chunk-2CU7FDF5.js";import"./chunk-chunk-5NEC66AP.js";import"./chunk-chunk-37QEZHIQ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ZQ526Q52.js";import"./chunk-chunk-NJZ3VQGF.js";import"./chunk-chunk-2F27S3DJ.js";import"./chunk-chunk-NLGI2W5Y.js";import"./chunk-chunk-ZXZ65O2C.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-LLDU2S3O.js";import"./chunk-chunk-7C7HV75O.js";import"./chunk-chunk-6QZZN2NA.js";import"./chunk-chunk-T2UIX3T4.js";import"./chunk-chunk-4JDMOGW2.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-6ESHEO3K.js";import"./chunk-chunk-I4M5IHIU.js";import"./chunk-chunk-52ORRXRF.js";import"./chunk-chunk-SIMJZJB4.js";import"./chunk-chunk-G5Y5QPCC.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

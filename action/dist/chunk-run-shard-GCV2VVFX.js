import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-LDZGENAE.js";import"./chunk-chunk-XKJYHZVR.js";import"./chunk-chunk-X7S7JYAQ.js";import"./chunk-chunk-U3PVWCLV.js";import"./chunk-chunk-BU62MOAG.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-EBDB3JRG.js";import"./chunk-chunk-JBDLECK7.js";import"./chunk-chunk-ZT5NDR4S.js";import"./chunk-chunk-JJHL4NPV.js";import"./chunk-chunk-ARJBBTFC.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

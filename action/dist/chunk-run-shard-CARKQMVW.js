import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-OQXVEKUI.js";import"./chunk-chunk-72S4KQHD.js";import"./chunk-chunk-MFKF7YYR.js";import"./chunk-chunk-UKJHEBE3.js";import"./chunk-chunk-GJAMEYD2.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

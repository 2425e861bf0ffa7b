import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-P5KO2E7P.js";import"./chunk-chunk-53PKRW37.js";import"./chunk-chunk-L6QHYHIJ.js";import"./chunk-chunk-5LQXYJ6R.js";import"./chunk-chunk-6732J5U6.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ERDHJK4I.js";import"./chunk-chunk-F6MF6HUQ.js";import"./chunk-chunk-PW3OIWRF.js";import"./chunk-chunk-6DNXV63J.js";import"./chunk-chunk-6GMMJ3KP.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-SXWZ2SVI.js";import"./chunk-chunk-SVGW7AMQ.js";import"./chunk-chunk-DTYK3UUT.js";import"./chunk-chunk-X42R3HFP.js";import"./chunk-chunk-BF5GTW65.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

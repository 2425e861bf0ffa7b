import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-4PKGO6AR.js";import"./chunk-chunk-OHFSTQFT.js";import"./chunk-chunk-7PMZVMIH.js";import"./chunk-chunk-DVVHDNV3.js";import"./chunk-chunk-NUMAQMCS.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

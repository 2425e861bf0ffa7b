import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-3F4R2PXQ.js";import"./chunk-chunk-EEC627KI.js";import"./chunk-chunk-BAW4EOD2.js";import"./chunk-chunk-DIA5LJX3.js";import"./chunk-chunk-2IFQBPDA.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-YV2HQOIO.js";import"./chunk-chunk-JL2LDCAT.js";import"./chunk-chunk-BCEM6SLA.js";import"./chunk-chunk-ZUZT6WRJ.js";import"./chunk-chunk-GH4OMORJ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

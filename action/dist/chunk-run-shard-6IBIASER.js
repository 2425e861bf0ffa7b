import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-BJN7STKE.js";import"./chunk-chunk-USW5YFXQ.js";import"./chunk-chunk-OG3LL33W.js";import"./chunk-chunk-IFZYAU6E.js";import"./chunk-chunk-3PBEHEOD.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};

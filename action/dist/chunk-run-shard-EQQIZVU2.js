import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-4O7RM2EQ.js";import"./chunk-chunk-4ULM3LGC.js";import"./chunk-chunk-TTLTUEBR.js";import"./chunk-chunk-GVR7EJTG.js";import"./chunk-chunk-RCCJF6YP.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

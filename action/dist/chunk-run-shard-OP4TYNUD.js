import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-PIKJZ4OF.js";import"./chunk-chunk-5E4A6DT7.js";import"./chunk-chunk-IRBCWGHG.js";import"./chunk-chunk-76WQ526A.js";import"./chunk-chunk-G5D3FKY5.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

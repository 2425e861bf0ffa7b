import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-M6CMYQME.js";import"./chunk-chunk-YJIEAM5O.js";import"./chunk-chunk-IM4MHJW6.js";import"./chunk-chunk-6JG7WQX4.js";import"./chunk-chunk-NIQ3IXGO.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

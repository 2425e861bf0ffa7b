import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-VVPW3EK7.js";import"./chunk-chunk-XCHUBSYG.js";import"./chunk-chunk-N6JDWCPX.js";import"./chunk-chunk-Y7J4KSRN.js";import"./chunk-chunk-2LQIXDZW.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

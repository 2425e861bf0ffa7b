import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-LXI3GCN5.js";import"./chunk-chunk-3ZLXSMRL.js";import"./chunk-chunk-XHQCJ3TT.js";import"./chunk-chunk-YQ37HAUK.js";import"./chunk-chunk-6OHVKPNJ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

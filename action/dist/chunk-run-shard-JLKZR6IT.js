import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-XJTT5C4Y.js";import"./chunk-chunk-V3L7RMQT.js";import"./chunk-chunk-7C3XBFX4.js";import"./chunk-chunk-TA7GAXJE.js";import"./chunk-chunk-F3KETZPL.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-OVFJZLFU.js";import"./chunk-chunk-5EZKIWXQ.js";import"./chunk-chunk-DKIZANNT.js";import"./chunk-chunk-BL7XJT6V.js";import"./chunk-chunk-YJOXCEP3.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

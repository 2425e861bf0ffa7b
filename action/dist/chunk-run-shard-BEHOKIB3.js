import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-KO2B52M3.js";import"./chunk-chunk-NXFTY3LR.js";import"./chunk-chunk-6YNWXEHN.js";import"./chunk-chunk-OS3D6BFW.js";import"./chunk-chunk-XD4LG6OW.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

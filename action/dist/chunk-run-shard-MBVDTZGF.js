import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ZNMIPQ2C.js";import"./chunk-chunk-GJLRTZPR.js";import"./chunk-chunk-Z2XPVF4I.js";import"./chunk-chunk-BX3D42CT.js";import"./chunk-chunk-MPOMSABX.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

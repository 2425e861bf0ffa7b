import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-527U4DWX.js";import"./chunk-chunk-AHVCHI7X.js";import"./chunk-chunk-DKCR4KUD.js";import"./chunk-chunk-MG5O5M4S.js";import"./chunk-chunk-VKDWP33V.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

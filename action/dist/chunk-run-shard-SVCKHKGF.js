import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-CWWRDH42.js";import"./chunk-chunk-YC22NYA3.js";import"./chunk-chunk-I52NCHH2.js";import"./chunk-chunk-QY6IFWKT.js";import"./chunk-chunk-2QYD2AEF.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};

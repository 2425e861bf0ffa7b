import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-PZX7CZPG.js";import"./chunk-chunk-5CXS6RXQ.js";import"./chunk-chunk-RWTAOPBB.js";import"./chunk-chunk-LWIYF76E.js";import"./chunk-chunk-KIJHH7VK.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

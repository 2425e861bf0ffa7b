import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-RB5ITTYL.js";import"./chunk-chunk-ZCIE7DH4.js";import"./chunk-chunk-PALRWCEZ.js";import"./chunk-chunk-7G2GIR6J.js";import"./chunk-chunk-EEYBVPEA.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

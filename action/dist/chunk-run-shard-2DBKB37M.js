import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-RNSAP6FK.js";import"./chunk-chunk-NVENNXBY.js";import"./chunk-chunk-EXD26KY4.js";import"./chunk-chunk-7IB5RLF6.js";import"./chunk-chunk-VEBNQPWP.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-RRB7QWVA.js";import"./chunk-chunk-NLAGCCTQ.js";import"./chunk-chunk-CRC4WDOQ.js";import"./chunk-chunk-76OD2XNQ.js";import"./chunk-chunk-MIFU7ZU2.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

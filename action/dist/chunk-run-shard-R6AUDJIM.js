import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-73M6PN5R.js";import"./chunk-chunk-5FJOTCKA.js";import"./chunk-chunk-OXQ66H4X.js";import"./chunk-chunk-ID42RXVJ.js";import"./chunk-chunk-THCBK7C7.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

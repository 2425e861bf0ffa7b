import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-QGRZG2AS.js";import"./chunk-chunk-CYAPEELG.js";import"./chunk-chunk-P72DIUJ2.js";import"./chunk-chunk-RR5WJCU7.js";import"./chunk-chunk-N2GTQEZ6.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

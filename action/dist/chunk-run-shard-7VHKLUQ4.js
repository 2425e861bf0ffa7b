import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-QVQWHOBG.js";import"./chunk-chunk-IFW7DRZI.js";import"./chunk-chunk-PINHMMOC.js";import"./chunk-chunk-YUMKIZHQ.js";import"./chunk-chunk-EHV3XSIR.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

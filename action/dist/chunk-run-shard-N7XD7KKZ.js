import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-46FJMV6A.js";import"./chunk-chunk-WI4EXYNQ.js";import"./chunk-chunk-H3XXVS4F.js";import"./chunk-chunk-AL32RJAJ.js";import"./chunk-chunk-QR4SRNMY.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

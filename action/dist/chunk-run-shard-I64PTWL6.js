import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-HWSRXTIR.js";import"./chunk-chunk-KMLXEEXJ.js";import"./chunk-chunk-FM5NVCIO.js";import"./chunk-chunk-WRFMD76W.js";import"./chunk-chunk-GL4OKWKU.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};

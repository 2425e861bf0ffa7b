import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-6QCRI5K4.js";import"./chunk-chunk-7F3ERJGH.js";import"./chunk-chunk-YG64WXN3.js";import"./chunk-chunk-ACDMT5SM.js";import"./chunk-chunk-4RUDLSRN.js";import"./chunk-chunk-3YJZBLVQ.js";import"./chunk-chunk-YGI3KK2N.js";import"./chunk-chunk-4AVMGVRR.js";import"./chunk-chunk-5C2WI7AT.js";import"./chunk-chunk-QVZJH4YC.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-YYY4AJ7D.js";import"./chunk-chunk-7F3ERJGH.js";import"./chunk-chunk-YG64WXN3.js";import"./chunk-chunk-ACDMT5SM.js";import"./chunk-chunk-4RUDLSRN.js";import"./chunk-chunk-75UWMLOI.js";import"./chunk-chunk-DTJ6ZG24.js";import"./chunk-chunk-4AVMGVRR.js";import"./chunk-chunk-5C2WI7AT.js";import"./chunk-chunk-QVZJH4YC.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};

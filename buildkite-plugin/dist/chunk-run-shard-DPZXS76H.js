import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-O5POS6GO.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-XXTIKGYW.js";import"./chunk-chunk-3R65SK52.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-IFPKT7RZ.js";import"./chunk-chunk-U7M7CEIO.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-WMKWMXKJ.js";import"./chunk-chunk-NXS35BRC.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-KAAYRU3O.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-G2DX5J5P.js";import"./chunk-chunk-NXDC4VBX.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-4YSRHNVE.js";import"./chunk-chunk-XIGQHWPG.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-5SJANTFD.js";import"./chunk-chunk-NXS35BRC.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};

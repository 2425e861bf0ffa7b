import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{f as s}from"./chunk-chunk-SFJSQNNP.js";s();function c(n,e=""){let t=(n instanceof Error?n.message:String(n)).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu," ");return(e===""?t:t.replaceAll(e,"***")).slice(0,300)}export{c as a};

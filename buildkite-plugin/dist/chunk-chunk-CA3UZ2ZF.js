import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{f as o}from"./chunk-chunk-SFJSQNNP.js";o();var i=["improved"],s=["all","auto"],n=["off","too","only"],a=["regressed","undecided","never"];function d(e,r,t){return e.output("verdict",r),e.output("exit-code",String(t)),t}export{i as a,s as b,n as c,a as d,d as e};

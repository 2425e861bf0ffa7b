import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as e}from"./chunk-chunk-GMTBSGHJ.js";import{f as t}from"./chunk-chunk-SFJSQNNP.js";t();var r=class extends e{},a=class extends Error{name="ArtifactRefused";code;constructor(i,c,f={}){super(c,f),this.code=i}};export{r as a,a as b};

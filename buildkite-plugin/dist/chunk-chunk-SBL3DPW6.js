import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as e}from"./chunk-chunk-FONTVFTL.js";import{f as t}from"./chunk-chunk-OMPP6GCX.js";t();var r=class extends e{},a=class extends Error{name="ArtifactRefused";code;constructor(i,c,n={}){super(c,n),this.code=i}};export{r as a,a as b};

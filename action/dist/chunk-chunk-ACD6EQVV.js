import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as e}from"./chunk-chunk-GYOJ6KG2.js";import{i as t}from"./chunk-chunk-LSNGF3TE.js";t();var r=class extends e{},a=class extends Error{name="ArtifactRefused";code;constructor(i,c,f={}){super(c,f),this.code=i}};export{r as a,a as b};

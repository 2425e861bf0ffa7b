import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c,e as d,f as e}from"./chunk-chunk-3AP2CATW.js";import"./chunk-chunk-IY4GGFUH.js";import"./chunk-chunk-LSNGF3TE.js";export{d as GitHub,b as context,c as defaults,e as getOctokitOptions,a as getUserAgentWithOrchestrationId};

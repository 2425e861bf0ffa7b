import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-BE4LL3Q4.js";import"./chunk-chunk-DJ3DNA7I.js";import"./chunk-chunk-PQ2FDSAO.js";import"./chunk-chunk-CFJIIA53.js";import"./chunk-chunk-KFIO6REE.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-WFVF6ZCA.js";import"./chunk-chunk-BPPOZSHP.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};

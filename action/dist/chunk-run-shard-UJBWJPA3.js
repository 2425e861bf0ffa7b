import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-47T5O3TK.js";import"./chunk-chunk-56I3NLCB.js";import"./chunk-chunk-4TFIID2Q.js";import"./chunk-chunk-C7NN7PIT.js";import"./chunk-chunk-G35GBJCJ.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};

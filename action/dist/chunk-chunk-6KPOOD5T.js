import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as O,b as Ae,c as ye,d as Pe,m as v,n as Be,o as ve,r as h,s as m,t as Le,u as je}from"./chunk-chunk-JOYYBHAR.js";import{C as V,D as Oe,E as R,G as K,H as p}from"./chunk-chunk-GQKQN6ON.js";import{createHash as sn}from"node:crypto";import{writeFileSync as st}from"node:fs";import{join as at}from"node:path";function L(e){return new Map(e.map(t=>[t.name,t]))}function x(e,t){return t.get(e)?.unit??K(e)?.unit??"count"}function S({test:e,span:t}){return e===t?e:`${e} \u203A ${t}`}function k(e){return Object.entries(e).sort(([t],[n])=>t<n?-1:1).map(([t,n])=>`${t}=${n}`)}function g(e,t){return e.location===void 0?"none":V(e.location,t)}function A({evidence:e},t){if(e.change!==void 0)return R(e.change);let n=e.changeAbsolute;return n===void 0?"":`${n>0?"+":""}${V(n,t)}`}var we=10;function P(e){return e>we?"too noisy to see even a tenfold change":`${R(e).replace("+","")} or more`}function T({evidence:e}){if(e.method==="exact")return"exact";let{lower:t,upper:n}=e.interval??{};if(t!==void 0&&n!==void 0)return t>we?"more than tenfold":`${R(t)} to ${n>we?"more than tenfold":R(n)}`;if(t!==void 0)return`at least ${R(t)}`;if(n!==void 0)return`at most ${R(n)}`}function X({evidence:e}){if(!(e.method==="exact"||e.interval===void 0))return`${Number((e.interval.confidence*100).toFixed(1))}%`}function j({threshold:e},t){let n=[];return e.relative!==void 0&&n.push(`${Number((e.relative*100).toPrecision(6))}%`),e.absolute!==void 0&&n.push(V(e.absolute,t)),n.length===0?"nothing":n.join(" and ")}function F({threshold:e}){let t=[e.rule];return e.mutedUntil!==void 0?t.push(`muted until ${e.mutedUntil}`):e.action==="warn"&&t.push("warns only"),e.owner!==void 0&&t.push(`owner ${e.owner}`),t.join(", ")}function Ft({before:e,after:t}){let n=0;for(let[r,o]of e.values.entries())typeof o=="number"&&typeof t.values[r]=="number"&&(n+=1);return n}function Ce({after:e}){let t=e.values.filter(n=>n!==null).length;return`${t} ${t===1?"repeat":"repeats"}`}function G(e){let t=Ft(e),n=`${t} ${t===1?"pair":"pairs"}`,[r,o]=[e.before.rejected.length,e.after.rejected.length];return r+o===0?n:o===0?`${n}, ${r} rejected before`:r===0?`${n}, ${o} rejected after`:`${n}, ${r} rejected before and ${o} after`}var B={passed:{mark:"\u2713",word:"Passed"},regressed:{mark:"\u2717",word:"Regressed"},undecided:{mark:"?",word:"Undecided"},incomplete:{mark:"!",word:"Incomplete"},"nothing-measured":{mark:"\u2205",word:"Nothing measured"}};function Y({conclusion:e,headline:t}){let n=`${B[e].word}: `;return t.startsWith(n)?t.slice(n.length):t}function W(e){return e.slice(0,12)}function Ne({commit:e,label:t,dirty:n}){let r=n===!0?", uncommitted changes":"";return`${t} (${W(e)}${r})`}function Z({build:e,budget:t,shards:n,hosts:r=[]}){let o=[{label:"Suite",text:e.suite},...Wt(e),...n===void 0?[]:[{label:"Shards",text:Gt(n)}],...r.map(s=>({label:"Host",text:It(s)}))];O(e)||o.push({label:"False-alarm budget",text:`${Number((t.q*100).toPrecision(3))}% false discoveries at look ${t.look} of ${t.looks}, over ${t.tested} blocking series`});let i=e.finishedAt===void 0?"not finished":`to ${e.finishedAt}`;return o.push({label:"Measured",text:`${e.startedAt} ${i}`}),e.interrupted===!0&&o.push({label:"Interrupted",text:"this is what was measured until then"}),o}function Gt({received:e,total:t}){let n=e.map(r=>r+1).join(", ");return`${e.length} of ${t} shards${e.length<t?` (${n})`:""}`}function Wt(e){let t=Ne(e.after);return O(e)?[{label:"Revision",text:t},{label:"Compared with",text:"nothing: it was measured alone"}]:[{label:"Before",text:Ne(e.before)},{label:"After",text:t}]}function It({platform:e,cpu:t,kernel:n,memoryBytes:r,virtualisation:o}){let i=[e,t.model,`${t.cores} ${t.cores===1?"core":"cores"}`];return i.push(V(r,"bytes"),n),t.governor!==void 0&&i.push(`governor ${t.governor}`),o!==void 0&&i.push(o),i.join(", ")}function I(e){return e.filter(({moved:t})=>t==="up"||t==="down").map(({metric:t,moved:n,change:r})=>`${p(t)} ${r===void 0?n:R(r)}`)}function ee({metric:e,series:t,median:n,worst:r}){let o=`${p(e)}: ${P(n)}`;return t===1?o:`${o} (median of ${t} series), ${P(r).replace(" or more","")} at the worst`}function H({before:e,after:t}){let n=({passed:o,failed:i,timedOut:s,interrupted:a})=>{let c=o+i+s+a;return`${[i>0?`${i} failed`:"",s>0?`${s} timed out`:""].filter(d=>d!=="").join(", ")||"none failed"} of ${c}`},r=e.passed+e.failed+e.timedOut+e.interrupted>0;return`after: ${n(t)}${r?`; before: ${n(e)}`:""}`}function te({message:e}){let[t="",...n]=e.split(`
`);return{sentence:t,quoted:n}}function Te(e){return e.startsWith("log: ")}function ne({test:e,span:t,side:n,repeat:r}){return[[e,t].filter(s=>s!==void 0).join(" \u203A "),n??"",r===void 0?"":`repeat ${r+1}`].filter(s=>s!=="").join(", ")}function M(e){let t={regressions:[],warnings:[],improvements:[],undecided:[],noBaseline:[],unchanged:[],brokenTests:e.tests.filter(Ht)},n=[],r=[],o=new Set(t.brokenTests.map(({name:i})=>i));for(let i of e.series)i.state==="regressed"?(i.blocking?t.regressions:t.warnings).push(i):i.state==="improved"?t.improvements.push(i):i.state==="no-baseline"?t.noBaseline.push(i):i.state==="not-regressed"?t.unchanged.push(i):o.has(i.test)&&i.after.location===void 0?r.push(i):(J(i)?t.undecided:n).push(i);t.improvements.sort((i,s)=>Fe(i)-Fe(s)||Ge(s)-Ge(i));for(let i of[...n,...r])t.undecided.push(i);return t}function Fe({metric:e}){return e==="latency"?0:e.startsWith("cpu.")?1:2}function Ge({evidence:e}){return Math.abs(e.change??0)}function J({threshold:e}){return e.action==="block"&&e.mutedUntil===void 0}function Ht({before:e,after:t}){return t.failed>e.failed||t.timedOut>e.timedOut}function U(e,t){let n=new Map(t.map(o=>[ye(o),o])),r=new Map;for(let o of e){let i=ye(o),s=r.get(i);s?s.series.push(o):r.set(i,{key:i,series:[o],evidence:n.get(i)})}return[...r.values()]}function $e(e,t){let n=[],r=[];for(let{values:y,rejected:w,location:Q}of[e.before,e.after]){let Nt=new Set(w);for(let[Tt,Re]of y.entries())Re!==null&&(Nt.has(Tt)?r:n).push(Re);Q!==void 0&&n.push(Q)}let o=q(e,t);o!==void 0&&n.push(o);let i=Ut(e);i!==void 0&&n.push(i.low,i.high);let s=n.length>0?n:r;if(s.length===0)return{low:0,high:1};let[a,c]=[We(s),Ie(s)],l=c-a||c*.02||1,d=r.filter(y=>y>=a-l&&y<=c+l),f=l*.12;return{low:Math.max(0,We([a,...d])-f),high:Ie([c,...d])+f}}function q({before:e,threshold:t},n){let{relative:r=0,absolute:o=0}=t;if(e.location===void 0||r+o===0)return;let i=Math.max(e.location*r,o);return n==="lower"?e.location+i:Math.max(0,e.location-i)}function Ut({before:e,evidence:t}){let{lower:n,upper:r}=t.interval??{};if(!(e.location===void 0||n===void 0||r===void 0))return{low:e.location*(1+n),high:e.location*(1+r)}}function We(e){return e.reduce((t,n)=>Math.min(t,n))}function Ie(e){return e.reduce((t,n)=>Math.max(t,n))}var E=class{text;constructor(t){this.text=t}},qt={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function _t(e){return v(e).replace(/[&<>"']/g,t=>qt[t]??"")}function u(e,...t){let n=e.map((r,o)=>{let i=r.replace(/\n\s*/g,`
`);return o<t.length?i+He(t[o]??""):i});return new E(n.join(""))}function re(e){return new E(e)}function He(e){return e instanceof E?e.text:typeof e=="string"?_t(e):typeof e=="number"?String(e):e.map(He).join("")}function Ue(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var D=120,_=18,qe=Math.log(1.5);function _e(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return u``;let o=oe(r?.lower??(r===void 0?n:-1)),i=oe(r?.upper??(r===void 0?n:1/0));return u`<svg
    class="interval"
    viewBox="0 0 ${D} ${_}"
    width="${D}"
    height="${_}"
    aria-hidden="true"
  >
    <path class="zero" d="M${D/2} 0V${_}" />
    ${Jt(e,t)}
    <path class="range" d="M${o} ${_/2}H${Math.max(i,o+1)}" />
    ${Et(n)}
  </svg>`}function Jt(e,t){let n=e.before.location,r=q(e,t);return r===void 0||n===void 0||n===0?u``:u`<path class="limit" d="M${oe(r/n-1)} 2V${_-2}" />`}function Et(e){let t=oe(e),n=_/2;if(Math.abs(Je(e))<=qe)return u`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return u`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function Je(e){return e<=-1?-1/0:Math.log1p(e)}function oe(e){let t=Math.max(-1,Math.min(1,Je(e)/qe));return Math.round((D/2+t*(D/2-4))*10)/10}var Ee="perigee-data";function De({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Dt(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let o of n)r.push(...o.slice(0,t-r.length));return r}function ze(e,t){return{metrics:e.metrics,series:Dt(M(e),t)}}var ie={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Qe(e,t,n){let[r]=e.series,o=e.series.filter(({state:c})=>c==="not-regressed"),i=e.series.filter(({state:c})=>c!=="not-regressed"),s=c=>Kt(c,t,n),a=k(r.annotations);return u`<section class="span${i.length===0?" calm":""}">
    <h3><bdi>${S(r)}</bdi></h3>
    <p class="tags">
      ${a.map(c=>u`<span><bdi>${c}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${Qt(e)} ${i.map(s)} ${zt(o,s)}
  </section>`}function zt(e,t){if(e.length===0)return u``;let n=e.length===1?"1 metric":`${e.length} metrics`;return u`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function Qt({evidence:e}){if(e===void 0)return u``;let t=I(e.movements);return t.length===0&&e.patterns.length===0?u``:u`<div class="meaning">
    ${e.patterns.map(({text:n})=>u`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>u`<li>${n}</li>`)}
    </ul>
  </div>`}function Kt(e,t,n){let r=t.get(e)??-1,o=De(e),{mark:i,word:s}=ie[o],a=x(e.metric,n),c=n.get(e.metric)?.direction??"lower";return u`<details
    class="series ${o}"
    id="s${r}"
    data-series="${r}"
    data-state="${o}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${i}</span> ${s}</span>
      <span class="metric">${p(e.metric)}</span>
      <span class="values"
        >${g(e.before,a)} → ${g(e.after,a)}</span
      >
      <span class="change">${A(e,a)}</span>
      ${_e(e,c)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${Xt(e,n).map(([l,d])=>u`<div>
              <dt>${l}</dt>
              <dd><bdi>${d}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function Xt(e,t){let n=x(e.metric,t),{evidence:r}=e,o=X(e),i=T(e)??"none",s=[["Why",e.reason],["Interval",o===void 0?i:`${i} at ${o}`],["Allowed",`${j(e,n)} (${F(e)})`],["Runs",G(e)]];r.smallestVisible!==void 0&&s.push(["Could have seen",P(r.smallestVisible)]),r.needsRepeats!==void 0&&s.push(["Needs",`${r.needsRepeats} repeats`]);let a=r.degreesOfFreedom,c=[r.method,r.p===void 0?"":Yt(r.p),a===void 0?"":`${Number(a.toPrecision(3))} degrees of freedom`];return s.push(["Method",c.filter(l=>l!=="").join(", ")]),s}function Yt(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}function se(e){let t=new Map;for(let o of e.series){let i=o.evidence.smallestVisible;if(i===void 0||!J(o))continue;let s=t.get(o.metric);s?s.push(i):t.set(o.metric,[i])}let n=new Map(e.metrics.map((o,i)=>[o.name,i])),r=o=>n.get(o)??1/0;return[...t].map(([o,i])=>{i.sort((a,c)=>a-c);let s=i.at(-1)??0;return{metric:o,series:i.length,median:Zt(i),worst:s}}).sort((o,i)=>r(o.metric)===r(i.metric)?0:r(o.metric)-r(i.metric))}function Zt(e){let t=e.length>>1,n=e[t]??0;return e.length%2===1?n:((e[t-1]??0)+n)/2}var ae=200;function Ke(e){let{build:t,conclusion:n}=e,{mark:r,word:o}=B[n],{before:i,after:s,links:a={}}=t,c=Object.entries(a).filter(([,l])=>/^https?:\/\//.test(l));return u`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${o}</h1>
    <p class="headline">${Y(e)}</p>
    <p class="compared">
      ${O(t)?"":u`<span class="before"
                ><bdi>${i.label}</bdi> <code>${W(i.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${s.label}</bdi> <code>${W(s.commit)}</code></span
      >
    </p>
    ${c.length===0?"":u`<p class="links">
            ${c.map(([l,d])=>u`<a href="${d}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function Xe(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((o,[,i])=>o+i,0);return u`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${r.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([o,i])=>i===0?"":u`<button type="button" data-show="${o}" class="${o}" aria-pressed="false">
              <b>${i.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${ie[o].mark}</span> ${ie[o].word}
            </button>`)}
    </div>
    <div class="fields">
      <label
        >Search
        <input type="search" id="search" placeholder="test, span, annotation" autocomplete="off"
      /></label>
      <label
        >Metric
        <select id="metric">
          <option value="">all</option>
          ${t.map(([o,i])=>u`<option value="${o}">${i}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}function Ye({brokenTests:e}){return e.length===0?u``:u`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,ae).map(t=>u`<li>
            <b><bdi>${t.name}</bdi></b> ${H(t)}
          </li>`)}
    </ul>
    ${nt(e.length)}
  </section>`}function Ze(e){let t=se(e);return t.length===0?u``:u`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>A worsening of this size would have been found in 4 of 5 such runs:</p>
    <ul class="plain">
      ${t.map(n=>u`<li>${ee(n)}</li>`)}
    </ul>
  </section>`}function et({problems:e}){return e.length===0?u``:u`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${e.slice(0,ae).map(t=>{let n=ne(t),{sentence:r,quoted:o}=te(t);return u`<li>
          <code>${t.code}</code> ${r}
          ${n===""?"":u`<span class="quiet"><bdi>${n}</bdi></span>`}
          ${o.map(i=>u`<samp class="quoted">${i}</samp>`)}
        </li>`})}
    </ul>
    ${nt(e.length)}
  </section>`}function tt(e){return u`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${Z(e).map(({label:t,text:n})=>u`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function nt(e){return e<=ae?u``:u`<p class="quiet">and ${(e-ae).toLocaleString("en-US")} more</p>`}var en=1e3;function rt(e,t){let n=M(e),r=ze(e,en),o=L(e.metrics),i=new Map(r.series.map((w,Q)=>[w,Q])),s=new Set(r.series.map(({metric:w})=>w)),a=e.metrics.filter(({name:w})=>s.has(w)).map(({name:w})=>[w,p(w)]),c=["default-src 'none'",`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'","base-uri 'none'","form-action 'none'"].join("; "),l=re(`<style>${t.style}</style>`),d=re(`<script>${t.script}</script>`),f=re(`<script type="application/json" id="${Ee}">${Ue(r)}</script>`);return u`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${c}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${B[e.conclusion].word}: ${e.build.suite} · Perigee</title>
        ${l}
      </head>
      <body>
        <a class="skip" href="#series">Skip to the series</a>
        ${Ke(e)}
        <main>
          ${Ye(n)}
          <section aria-labelledby="series">
            <h2 id="series" tabindex="-1">Series</h2>
            ${r.series.length===0?u`<p>There are none.</p>`:u`${Xe(n,a)} ${tn}`}
            ${nn(r.series.length,e.series.length)}
            <noscript
              ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
            >
            <div id="spans">
              ${U(r.series,e.spans).map(w=>Qe(w,i,o))}
            </div>
          </section>
          <section id="slices" aria-labelledby="slices-title" hidden>
            <h2 id="slices-title">Slices by annotation</h2>
            <div class="fields"></div>
            <div class="drawing"></div>
          </section>
          ${Ze(e)} ${et(e)} ${tt(e)}
        </main>
        ${f} ${d}
      </body>
    </html> `.text}var tn=u`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function nn(e,t){if(e===t)return u``;let n=r=>r.toLocaleString("en-US");return u`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}var ot=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function it(e){let t=r=>{let o=ot.indexOf(r);return o===-1?ot.length:o};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[o])=>t(r)-t(o)||(r<o?-1:1)).map(([r,o])=>`  ${JSON.stringify(r)}: ${rn(o)}`).join(`,
`)}
}
`}function rn(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${ce(t)}`).join(`,
`)}
  ]`:ce(e)}function ce(e){if(!on(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(ce).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let o=t[r];o!==void 0&&(n+=`,${JSON.stringify(r)}:${ce(o)}`)}return`{${n.slice(1)}}`}function on(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var ct={verdict:"verdict.json",page:"report.html"};function lt(e,t,n){let r=sn("sha256").update(n.script).digest("base64"),o=at(e,ct.page);return st(at(e,ct.verdict),it(t)),st(o,rt(t,{...n,scriptSha256:r})),o}function le({reason:e,evidence:t}){if(t.smallestVisible===void 0)return[e];let n=P(t.smallestVisible);return[e,n.startsWith("too")?n:`could have seen ${n}`]}var an=200;function dt(e,t){let[n]=e;if(n===void 0)return"";let r=x(n.metric,t),o=[p(n.metric),A(n,r)].join(" ").trim(),i=`allowed ${j(n,r)}`;return e.length===1?`${ut(n)}: ${o}, ${i}`:`${ut(n)}: ${e.length.toLocaleString("en-US")} series, first ${o}, ${i}`}function ut({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Regressed":n.mutedUntil===void 0?"Worse":`Worse, muted until ${n.mutedUntil}`}function mt(e,t){let n=x(e.metric,t),r=Be([S(e),...k(e.annotations)].join(" "),an),o=`${g(e.before,n)} \u2192 ${g(e.after,n)}`,i=A(e,n),s=T(e),a=s===void 0?"":` (${s})`,c=i===""?"":`, ${i}${a}`,l=e.state==="undecided"?`; ${v(le(e).join("; "))}`:"";return`${r}: ${p(e.metric)} ${o}${c}${l}`}var Se=10,pt=5;function ft(e,{file:t}){let n=L(e.metrics),r=M(e),o=(i,s)=>[...Map.groupBy(s,({threshold:a})=>a.rule)].map(([a,c])=>cn(i,t,a,c,n));return[...ke([...ln(r,t),...o("error",r.regressions)]),...ke(o("warning",r.warnings)),...ke(o("notice",r.undecided.filter(J)))]}function cn(e,t,n,r,o){let i=r.slice(0,pt).map(d=>mt(d,o)),s=r.length-i.length;s>0&&i.push(`\u2026 and ${s.toLocaleString("en-US")} more series`);let a=r.find(({threshold:d})=>d.owner!==void 0)?.threshold.owner;a!==void 0&&i.push(`Owner: ${v(a)}`),i.push(`Threshold: ${v(n)}`);let c=dt(r,o);return{annotation:{level:e,file:t,startLine:un(n),title:c,message:i.join(`
`)},about:r.length}}function ln({brokenTests:e},t){let n=e.length;if(n===0)return[];let r=a=>`${v(a.name)}: ${H(a)}`,o=e.slice(0,pt).map(r);n>o.length&&o.push(`\u2026 and ${n-o.length} more tests`);let i=`${B.regressed.word}: ${n} ${n===1?"test does":"tests do"} worse than before`,s=o.join(`
`);return[{annotation:{level:"error",file:t,startLine:1,title:i,message:s},about:n}]}function un(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function ke(e){let t=e.slice(Se);return e.slice(0,Se).map(({annotation:n},r)=>{if(t.length===0||r<Se-1)return n;let o=t.reduce((s,{about:a})=>s+a,0),i=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${o.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${i}`}})}var dn=new TextEncoder,ht=e=>e.reduce((t,n)=>t+dn.encode(n).length+1,0);function ue(e,t=65535){let n=e.map(c=>{let l=c.tellLeftOut(c.rows.length+(c.alreadyLeftOut??0));return ht([...c.head,l,...c.tail])}),r=e.length,o=n.reduce((c,l)=>c+l,0);for(;o>t&&r>0;)o-=n[--r]??0;let i=new Array(r).fill(0),s=t-o;for(let c of[3,1/0])for(let[l,{rows:d}]of e.slice(0,r).entries()){let f=i[l]??0;for(;f<Math.min(c,d.length);f+=1){let y=ht([d[f]??""]);if(y>s)break;s-=y}i[l]=f}let a=e.slice(0,r).flatMap((c,l)=>{let d=i[l]??0,f=c.rows.length-d+(c.alreadyLeftOut??0),y=f>0?[c.tellLeftOut(f)]:[];return[...c.head,...c.rows.slice(0,d),...y,...c.tail]});return a.length===0?"":`${a.join(`
`)}
`}var $=500;function C(e,t){return`\u2026 and ${e.toLocaleString("en-US")} more ${t}, not shown here.`}var gt=["Span","Metric","Before \u2192 after","Change","Allowed","Runs"];function b(e,t,n,r={}){if(t.length===0)return[];let o=t.length.toLocaleString("en-US"),i=r.doubts===!0?[...gt,"Why"]:gt,s=r.untitled===!0?[]:[`### ${e} (${o})`,""];return[{head:[...r.fold===!0?["<details>",`<summary>${e} (${o})</summary>`,""]:s,`| ${i.join(" | ")} |`,`|${" --- |".repeat(i.length)}`],rows:t.slice(0,$).map(c=>mn(c,n,r.doubts===!0)),alreadyLeftOut:Math.max(0,t.length-$),tail:r.fold===!0?["","</details>",""]:[""],tellLeftOut:c=>`
${C(c,"series")}`}]}function mn(e,t,n){let r=x(e.metric,t),o=[S(e),...k(e.annotations)],i=A(e,r),s=T(e),a=X(e),c=s===void 0?"":` (${s}${a===void 0?"":` at ${a}`})`;return`| ${[o.map(d=>h(d,!0)).join(" "),m(p(e.metric),!0),`${g(e.before,r)} \u2192 ${g(e.after,r)}`,i===""?"none":`**${i}**${c}`,`${j(e,r)} (${m(F(e),!0)})`,G(e),...n?[m(le(e).join("; "),!0)]:[]].join(" | ")} |`}function bt(e,t={}){let n=e.flatMap(({series:[r],evidence:o})=>{if(o===void 0)return[];let i=I(o.movements).map(l=>m(l)),s=o.patterns.map(({text:l})=>m(l)).join(" ");if(i.length===0&&s==="")return[];let a=[S(r),...k(r.annotations)],c=[i.join(" \xB7 "),s].filter(l=>l!=="").join(". ");return[`- ${a.map(l=>h(l)).join(" ")}: ${c}`]});return n.length===0?[]:[{head:t.untitled===!0?[]:["#### What the metrics of these spans say",""],rows:n.slice(0,$),alreadyLeftOut:Math.max(0,n.length-$),tail:[""],tellLeftOut:r=>`
${C(r,"spans")}`}]}var pn=10;function de({build:e},t,n){if(!O(e))return b("No baseline",t,n,{fold:!0});if(t.length===0)return[];let r=`Measured (${t.length.toLocaleString("en-US")})`,o=t.length<=pn;return[{head:[...o?[`### ${r}`,""]:["<details>",`<summary>${r}</summary>`,""],"| Span | Metric | Value | Runs |","| --- | --- | --- | --- |"],rows:t.slice(0,$).map(s=>fn(s,n)),alreadyLeftOut:Math.max(0,t.length-$),tail:o?[""]:["","</details>",""],tellLeftOut:s=>`
${C(s,"series")}`}]}function fn(e,t){return`| ${[[S(e),...k(e.annotations)].map(o=>h(o,!0)).join(" "),m(p(e.metric),!0),g(e.after,x(e.metric,t)),Ce(e)].join(" | ")} |`}var hn={passed:"\u2705",regressed:"\u274C",undecided:"\u26A0\uFE0F",incomplete:"\u26A0\uFE0F","nothing-measured":"\u26A0\uFE0F"},N={rows:[],tellLeftOut:()=>""};function me(e,t){let{word:n}=B[e.conclusion],r=t.marker===void 0?[]:[Le(t.marker)];r.push(`## ${hn[e.conclusion]} ${n}: ${m(Y(e))}`,"");let{before:o,after:i,suite:s}=e.build,[a,c]=[o,i].map(d=>`${h(d.label)} ${W(d.commit)}`);r.push(`${h(s)}: ${O(e.build)?"":`${a} \u2192 `}${c}`,"");let l=[e.build.links??{},t.links??{}].flatMap(d=>Object.entries(d).map(([f,y])=>je(f,y)));return l.length>0&&r.push(l.slice(0,20).join(" \xB7 "),""),{head:r,tail:[],...N}}function pe(e,{fold:t=!1}={}){if(e.length===0)return[];let n=e.slice(0,$).map(r=>`- ${h(r.name)}: ${H(r)}`);return[{...wt(`Failing tests (${e.length})`,t),rows:n,alreadyLeftOut:e.length-n.length,tellLeftOut:r=>`
${C(r,"tests")}`}]}function wt(e,t){return t?{head:["<details>",`<summary>${e}</summary>`,""],tail:["","</details>",""]}:{head:[`### ${e}`,""],tail:[""]}}function fe(e){let t=se(e);return t.length===0?[]:[{head:["**A worsening of this size would have been found in 4 of 5 such runs**",""],rows:t.map(n=>`- ${m(ee(n))}`),tail:[""],tellLeftOut:n=>`
${C(n,"metrics")}`}]}var yt=100;function he(e,{fold:t=!1}={}){return e.length===0?[]:[{...wt(`Problems (${e.length})`,t),rows:e.slice(0,yt).map(n=>{let r=ne(n),o=r===""?"":` (${h(r)})`,{sentence:i,quoted:s}=te(n),a=s.filter(Te).map(gn).join("");return`- ${h(n.code)}: ${m(i)}${o}${a}`}),alreadyLeftOut:Math.max(0,e.length-yt),tellLeftOut:n=>`
${C(n,"problems")}`}]}function ge(e){return{head:["<details>","<summary>How it was measured</summary>","",...Z(e).slice(0,20).map(({label:n,text:r})=>`- ${n}: ${m(r)}`)],tail:["","</details>",""],...N}}function gn(e){return`\\
  ${h(e)}`}var bn={before:"#3b82f6",after:"#f97316",allowed:"#8b949e"},yn=20,wn=1e15;function $t(e,t){let n=kt(e);if(n.length<2)return[];let r=$e(e,t.direction);if(r.high>wn)return[];let o=Oe(r.high,t.unit),i=l=>(Math.min(r.high,Math.max(r.low,l))/o.factor).toLocaleString("en-US",{useGrouping:!1,maximumSignificantDigits:6}),s=l=>`  line [${l.map(i).join(", ")}]`,a=q(e,t.direction),c=o.name===""?"":` (${o.name})`;return["```mermaid",`%%{init: ${JSON.stringify($n())}}%%`,"xychart-beta",`  x-axis "Pair" ${Sn(n)}`,`  y-axis "${p(e.metric)}${c}" ${i(r.low)} --> ${i(r.high)}`,s(n.map(({before:l})=>l)),s(n.map(({after:l})=>l)),...a===void 0?[]:[s(n.map(()=>a))],"```"]}function St(e,t){let r=q(e,t.direction)===void 0?"":" Grey: as much as is allowed.",o=$e(e,t.direction),i=kt(e).flatMap(({before:a,after:c})=>[a,c]).filter(a=>a<o.low||a>o.high).length,s=i===0?"":` ${i} rejected ${i===1?"repeat lies":"repeats lie"} beyond the edge.`;return`Blue: before. Orange: after.${r} Each point is one pair.${s}`}function $n(){let{before:e,after:t,allowed:n}=bn;return{xyChart:{width:700,height:260},themeVariables:{xyChart:{plotColorPalette:`${e}, ${t}, ${n}`}}}}function kt({before:e,after:t}){let n=[];for(let[r,o]of e.values.entries()){let i=t.values[r];typeof o=="number"&&typeof i=="number"&&n.push({repeat:r,before:o,after:i})}return n}function Sn(e){return e.length>yn?`1 --> ${e.length}`:`[${e.map(({repeat:t})=>t+1).join(", ")}]`}var kn=3,xn=50;function Mt(e,t,n){let{regressions:r,warnings:o,undecided:i}=t,s=r.length>0?r:o,a=e.conclusion==="undecided"?i:s;return U(a,e.spans).slice(0,kn).map(c=>Mn(c,n))}function Mn({series:[e,...t],evidence:n},r){let o=An(e,r),i=[S(e),...k(e.annotations)],s=A(e,o.unit);return{head:[`### ${`${m(p(e.metric))}${s===""?"":` ${s}`}`}: ${i.map(l=>h(l)).join(" ")}`,"",`${g(e.before,o.unit)} \u2192 ${g(e.after,o.unit)}: ${m(e.reason)}. Allowed: ${j(e,o.unit)} (${m(F(e))}). ${G(e)}${Vn(e)}.`,"",...Rn(n,t.length),...On(e,o)],tail:[],...N}}function Vn({evidence:e,state:t}){if(e.smallestVisible===void 0||t==="regressed")return"";let n=P(e.smallestVisible);return n.startsWith("too")?`; ${n}`:`; could have seen ${n}`}function Rn(e,t){let n=e===void 0?[]:I(e.movements),o=[...(e?.patterns??[]).map(({text:i})=>m(i))];return n.length>1?o.push(`${n.map(i=>m(i)).join(" \xB7 ")}.`):t>0&&o.push(`${t} more of its metrics below.`),o.length===0?[]:[o.join(" "),""]}function On(e,t){let n=$t(e,t);return n.length===0?[]:[...n,"",St(e,t),"","<details>","<summary>The repeats in figures, rejected ones in brackets</summary>","",`- Before: ${xt(e.before,t.unit)}`,`- After: ${xt(e.after,t.unit)}`,"","</details>",""]}function xt({values:e,rejected:t},n){let r=new Set(t),o=e.slice(0,xn).map((s,a)=>{if(s===null)return"none";let c=V(s,n,4);return r.has(a)?`(${c})`:c}),i=e.length-o.length;return i>0&&o.push(`\u2026 and ${i} more`),o.join(" \xB7 ")}function An({metric:e},t){let n=t.get(e)??K(e);return{unit:n?.unit??"count",direction:n?.direction??"lower"}}var Pn=1048576,Bn=1024,xe=10;function Vt(e,t={}){let n=L(e.metrics),r=M(e),o=l=>l.length<=xe,i=e.conclusion==="undecided"&&o(r.undecided),{alerts:s,others:a}=jn(e.problems),c=[me(e,t.links===void 0?{}:{links:t.links}),vn(e),...Ln(t.notes??[]),...s.flatMap(Cn),...pe(r.brokenTests,{fold:!o(r.brokenTests)}),...Mt(e,r,n),...b("Regressed",r.regressions,n,{fold:!o(r.regressions)}),...b("Undecided",r.undecided,n,{fold:!i,doubts:!0}),...fe(e),...he(a,{fold:e.conclusion!=="incomplete"}),...b("Warnings",r.warnings,n,{fold:!0}),...b("Improved",r.improvements,n,{fold:!0}),ge(e),...de(e,r.noBaseline,n),...b("Not regressed",r.unchanged,n,{fold:!0})];return ue(c,Pn-Bn)}function vn({counts:e}){let{regressed:t,blocking:n,improved:r,undecided:o,"no-baseline":i}=e,s=(l,d)=>l===0?[]:[`**${l.toLocaleString("en-US")}** ${d}`],a=n===t?"":`, ${n.toLocaleString("en-US")} of them block`,c=[...s(t,`regressed${a}`),...s(o,"undecided"),...s(r,"improved"),...s(e["not-regressed"],"not regressed"),...s(i,"without a baseline")];return{head:c.length===0?[]:[c.join(" \xB7 "),""],tail:[],...N}}function Ln(e){return e.slice(0,20).map(t=>({head:["> [!NOTE]",`> ${m(t)}`,""],tail:[],...N}))}function jn(e){let t=[],n=[],r=[],o=[];for(let s of e){let{code:a}=s;Pe(s)||a.startsWith("artifact-")?t.push(s):Ae(s)?r.push(s):(a==="superseded-shard"?n:o).push(s)}return{alerts:[{kind:"WARNING",title:"Not all of this build is in this verdict.",problems:t},{kind:"NOTE",title:"Measured more than once.",problems:n},{kind:"NOTE",title:"The machine was busy.",problems:r}],others:o}}function Cn({kind:e,title:t,problems:n}){if(n.length===0)return[];let r=n.map(({message:o})=>`> - ${m(o)}`);return[{head:[`> [!${e}]`,`> **${t}**`,">"],rows:r.slice(0,xe),alreadyLeftOut:Math.max(0,r.length-xe),tail:[""],tellLeftOut:o=>`> - \u2026 and ${o.toLocaleString("en-US")} more of this kind`}]}function Rt(e,t={}){let n=L(e.metrics),r=M(e),{regressions:o,warnings:i}=r,s=[...o.slice(0,$),...i.slice(0,$)];return ue([me(e,t),...pe(r.brokenTests),...b("Regressed",o,n),...bt(U(s,e.spans)),...b("Warnings",i,n),...b("Improved",r.improvements,n,{fold:!0}),...b("Undecided",r.undecided,n,{fold:e.conclusion!=="undecided",doubts:!0}),...fe(e),...he(e.problems),ge(e),...de(e,r.noBaseline,n),...b("Not regressed",r.unchanged,n,{fold:!0})])}var Nn={requestMs:15e3,jobMs:12e4};async function Ot(e,t,n,{requestMs:r,jobMs:o}=Nn){if(e==="")return;let{getOctokit:i}=await import("./chunk-github-IHMMLNSY.js"),s=i(e,{baseUrl:t}),a=AbortSignal.timeout(o);return s.hook.before("request",c=>{c.request.signal=AbortSignal.any([a,AbortSignal.timeout(r)])}),{octokit:s,repository:{owner:n.owner,repo:n.name}}}function z(e){let t=Fn(e),{status:n,message:r,headers:o}=t,i=Gn(r);if(!t.isAnswer)return{kind:"not-now",why:`GitHub did not answer (${i})`};let s=`GitHub said ${n}: ${i}`;if(Tn(t)){let a=Number(o["retry-after"]),c=Number.isFinite(a)?{waitMs:a*1e3}:{};return{kind:"not-now",why:`too many requests (${s})`,...c}}return n===401?{kind:"not-allowed",why:`the token is not valid (${s})`}:n===403||n===404||n===410?{kind:"not-allowed",why:`this job may not do that (${s})`}:n>=500?{kind:"not-now",why:s}:{kind:"not-accepted",why:s}}function Tn({status:e,message:t,headers:n}){return e===429?!0:e!==403?!1:n["x-ratelimit-remaining"]==="0"||n["retry-after"]!==void 0||/rate limit/i.test(t)}function Fn(e){if(!(e instanceof Error)||!("status"in e))throw e;let{status:t,message:n}=e,r="response"in e?e.response:void 0,o=typeof r=="object"&&r!==null&&"headers"in r,i=o?r.headers:void 0;return{isAnswer:o,status:typeof t=="number"?t:500,message:n,headers:typeof i=="object"&&i!==null?{...i}:{}}}function Gn(e){return e.replaceAll(/\s+/g," ").slice(0,200)}var Wn="perigee";async function At({octokit:e,repository:t},n){try{let{data:r}=await e.rest.checks.listForRef({...t,ref:n,check_name:Wn,per_page:100}),i=r.check_runs.flatMap(({app:s})=>s?.slug??[]).find(s=>s!=="github-actions");return i===void 0?{kind:"absent"}:{kind:"present",app:i}}catch(r){return{kind:"unknown",why:z(r).why}}}import{setTimeout as Hn}from"node:timers/promises";function be(e){return`<!-- perigee:${encodeURIComponent(e)}:v1 -->`}var Pt="github-actions[bot]";async function Bt({octokit:e}){try{let t=await e.graphql("query { viewer { login } }");return In(t)??Pt}catch{return Pt}}function In(e){if(typeof e!="object"||e===null||!("viewer"in e))return;let{viewer:t}=e;if(!(typeof t!="object"||t===null||!("login"in t)))return typeof t.login=="string"?t.login:void 0}async function Me({octokit:e,repository:t},n,r,o){return(await e.paginate(e.rest.issues.listComments,{...t,issue_number:n,per_page:100})).filter(({user:s,body:a})=>s?.login===o&&a?.startsWith(r)===!0).map(({id:s,body:a,html_url:c})=>({id:s,body:a??"",url:c})).sort((s,a)=>s.id-a.id)}var Lt=65536,Un=[2e3,1e4],qn=6e4;async function jt(e,t,n=Un){for(let r of[...n,void 0]){let o=await _n(e,t);if(o.kind!=="not-now"||r===void 0)return o;let i=o.waitMs??r;if(i>qn)return o;await Hn(i)}return{kind:"not-now",why:"no try was allowed"}}async function _n(e,t){try{let{data:n}=await e.octokit.rest.pulls.get({...e.repository,pull_number:t.pullRequest});if(n.head.sha!==t.head)return{kind:"outdated",why:`the pull request is at ${n.head.sha.slice(0,12)} by now`};let{body:r,shortBody:o}=Jn(t),i=await vt(e,t,r.length>Lt?o:r);return i.kind==="not-accepted"?await vt(e,t,o):i}catch(n){return z(n)}}function Jn({suite:e,body:t,shortBody:n}){let r=be(e);return{body:`${r}
${t}`,shortBody:`${r}
${n}`.slice(0,Lt)}}async function vt(e,{pullRequest:t,suite:n},r){let{issues:o}=e.octokit.rest,i=await Bt(e);try{let[s]=await Me(e,t,be(n),i);if(s?.body===r)return{kind:"unchanged",url:s.url};if(s!==void 0)return await o.updateComment({...e.repository,comment_id:s.id,body:r}),{kind:"updated",url:s.url};let{data:a}=await o.createComment({...e.repository,issue_number:t,body:r}),[c]=await Me(e,t,be(n),i);return c===void 0||c.id>=a.id?{kind:"created",url:a.html_url}:(await o.updateComment({...e.repository,comment_id:c.id,body:r}),await o.deleteComment({...e.repository,comment_id:a.id}),{kind:"updated",url:c.url})}catch(s){return z(s)}}var Ve={failed:!1};async function Ct(e,t){let{ci:n,inputs:r,log:o,trigger:i}=e,{pullRequest:s}=i;if(s===void 0||r.comment==="never")return Ve;let a=l=>{let d=`this job did not comment on the pull request: ${l}`;return o.say(d),{note:d,failed:r.comment==="always"}},c=await Ot(r.token,n.apiUrl,n.repository);if(c===void 0)return a("it has no token");try{return await En(e,t,s,c,a)}catch(l){let d=l instanceof Error?l.message:String(l);return a(`GitHub's answer was not understood (${d.slice(0,200)})`)}}async function En(e,t,n,r,o){let{ci:i,inputs:s,log:a,suite:c,trigger:l}=e;if(s.comment==="auto"){let f=await At(r,l.head.commit);if(f.kind==="present")return a.say(`the app ${f.app} comments on this pull request`),Ve}let d=await jt(r,{pullRequest:n,head:l.head.commit,suite:c.name,body:Rt(t),shortBody:`**${m(t.headline)}** (${h(c.name)}; details: ${i.url})`});return"url"in d?(a.say(`comment ${d.kind}: ${d.url}`),Ve):d.kind==="not-allowed"&&l.fork?o(`a job of a fork may only read (${d.why}); the summary says the same`):o(d.why)}async function $i(e,t,n){let{inputs:r,log:o,notes:i}=e,{verdict:s}=t;o.output("verdict",s.conclusion),o.output("exit-code",String(t.exitCode)),o.output("report-path",n),lt(n,s,ve());for(let c of ft(s,{file:r.config}))o.annotate(c);let a=await Ct(e,s);return a.note!==void 0&&i.push(a.note),await o.summarize(Vt(s,{notes:i})),o.say(s.headline),a.failed||Dn(s,r.failOn)}function Dn({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}export{$i as a};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{A as Fe,a as we,c as O,d as Ae,e as Pe,f as Be,g as ve,h as Le,i as je,s as v,t as Ce,u as Ne,x as f,y as m,z as Te}from"./chunk-chunk-OZHE57L7.js";import{A as R,O as K,P as p,y as V,z as Oe}from"./chunk-chunk-CJD2FQRZ.js";import{createHash as mn}from"node:crypto";import{rmSync as pn,writeFileSync as fn}from"node:fs";import{join as ut}from"node:path";function L(e){return new Map(e.map(t=>[t.name,t]))}function x(e,t){return t.get(e)?.unit??K(e)?.unit??"count"}function k({test:e,span:t}){return e===t?e:`${e} \u203A ${t}`}function S(e){return Object.entries(e).sort(([t],[n])=>t<n?-1:1).map(([t,n])=>`${t}=${n}`)}function g(e,t){return e.location===void 0?"none":V(e.location,t)}function A({evidence:e},t){if(e.change!==void 0)return R(e.change);let n=e.changeAbsolute;return n===void 0?"":`${n>0?"+":""}${V(n,t)}`}var ye=10;function P(e){return e>ye?"too noisy to see even a tenfold change":`${R(e).replace("+","")} or more`}function T({evidence:e}){if(e.method==="exact")return"exact";let{lower:t,upper:n}=e.interval??{};if(t!==void 0&&n!==void 0)return t>ye?"more than tenfold":`${R(t)} to ${n>ye?"more than tenfold":R(n)}`;if(t!==void 0)return`at least ${R(t)}`;if(n!==void 0)return`at most ${R(n)}`}function X({evidence:e}){if(!(e.method==="exact"||e.interval===void 0))return`${Number((e.interval.confidence*100).toFixed(1))}%`}function j({threshold:e},t){let n=[];return e.relative!==void 0&&n.push(`${Number((e.relative*100).toPrecision(6))}%`),e.absolute!==void 0&&n.push(V(e.absolute,t)),n.length===0?"nothing":n.join(" and ")}function F({threshold:e}){let t=[e.rule];return e.mutedUntil!==void 0?t.push(`muted until ${e.mutedUntil}`):e.action==="warn"&&t.push("warns only"),e.owner!==void 0&&t.push(`owner ${e.owner}`),t.join(", ")}function Ut({before:e,after:t}){let n=0;for(let[r,o]of e.values.entries())typeof o=="number"&&typeof t.values[r]=="number"&&(n+=1);return n}function Ge({after:e}){let t=e.values.filter(n=>n!==null).length;return`${t} ${t===1?"repeat":"repeats"}`}function G(e){let t=Ut(e),n=`${t} ${t===1?"pair":"pairs"}`,[r,o]=[e.before.rejected.length,e.after.rejected.length];return r+o===0?n:o===0?`${n}, ${r} rejected before`:r===0?`${n}, ${o} rejected after`:`${n}, ${r} rejected before and ${o} after`}var B={passed:{mark:"\u2713",word:"Passed"},regressed:{mark:"\u2717",word:"Regressed"},undecided:{mark:"?",word:"Undecided"},incomplete:{mark:"!",word:"Incomplete"},"nothing-measured":{mark:"\u2205",word:"Nothing measured"}};function Y({conclusion:e,headline:t}){let n=`${B[e].word}: `;return t.startsWith(n)?t.slice(n.length):t}function W(e){return e.slice(0,12)}function We({commit:e,label:t,dirty:n}){let r=n===!0?", uncommitted changes":"";return`${t} (${W(e)}${r})`}function Z({build:e,budget:t,shards:n,hosts:r=[]}){let o=[{label:"Suite",text:e.suite},..._t(e),...n===void 0?[]:[{label:"Shards",text:qt(n)}],...r.map(s=>({label:"Host",text:Et(s)}))];O(e)||o.push({label:"False-alarm budget",text:`${Number((t.q*100).toPrecision(3))}% false discoveries at look ${t.look} of ${t.looks}, over ${t.tested} blocking series`});let i=e.finishedAt===void 0?"not finished":`to ${e.finishedAt}`;return o.push({label:"Measured",text:`${e.startedAt} ${i}`}),e.interrupted===!0&&o.push({label:"Interrupted",text:"this is what was measured until then"}),o}function qt({received:e,total:t}){let n=e.map(r=>r+1).join(", ");return`${e.length} of ${t} shards${e.length<t?` (${n})`:""}`}function _t(e){let t=We(e.after);return O(e)?[{label:"Revision",text:t},{label:"Compared with",text:"nothing: it was measured alone"}]:[{label:"Before",text:We(e.before)},{label:"After",text:t}]}var Jt={mounts:"tests kept from the other side",user:"tests kept from the other side and from other processes"};function Et({platform:e,cpu:t,isolation:n,kernel:r,memoryBytes:o,virtualisation:i}){let s=[e,t.model,`${t.cores} ${t.cores===1?"core":"cores"}`];s.push(V(o,"bytes"),r),t.governor!==void 0&&s.push(`governor ${t.governor}`),i!==void 0&&s.push(i);let c=n===void 0?void 0:Jt[n];return c!==void 0&&s.push(c),s.join(", ")}function I(e){return e.filter(({moved:t})=>t==="up"||t==="down").map(({metric:t,moved:n,change:r})=>`${p(t)} ${r===void 0?n:R(r)}`)}function ee({metric:e,series:t,median:n,worst:r}){let o=`${p(e)}: ${P(n)}`;return t===1?o:`${o} (median of ${t} series), ${P(r).replace(" or more","")} at the worst`}function H({before:e,after:t}){let n=({passed:o,failed:i,timedOut:s,interrupted:c})=>{let a=o+i+s+c;return`${[i>0?`${i} failed`:"",s>0?`${s} timed out`:""].filter(d=>d!=="").join(", ")||"none failed"} of ${a}`},r=e.passed+e.failed+e.timedOut+e.interrupted>0;return`after: ${n(t)}${r?`; before: ${n(e)}`:""}`}function te({message:e}){let[t="",...n]=e.split(`
`);return{sentence:t,quoted:n}}function Ie(e){return e.startsWith("log: ")}function ne({test:e,span:t,side:n,repeat:r}){return[[e,t].filter(s=>s!==void 0).join(" \u203A "),n??"",r===void 0?"":`repeat ${r+1}`].filter(s=>s!=="").join(", ")}function M(e){let t={regressions:[],warnings:[],improvements:[],undecided:[],noBaseline:[],unchanged:[],brokenTests:e.tests.filter(Dt)},n=[],r=[],o=new Set(t.brokenTests.map(({name:i})=>i));for(let i of e.series)i.state==="regressed"?(i.blocking?t.regressions:t.warnings).push(i):i.state==="improved"?t.improvements.push(i):i.state==="no-baseline"?t.noBaseline.push(i):i.state==="not-regressed"?t.unchanged.push(i):o.has(i.test)&&i.after.location===void 0?r.push(i):(J(i)?t.undecided:n).push(i);t.improvements.sort((i,s)=>He(i)-He(s)||Ue(s)-Ue(i));for(let i of[...n,...r])t.undecided.push(i);return t}function He({metric:e}){return e==="latency"?0:e.startsWith("cpu.")?1:2}function Ue({evidence:e}){return Math.abs(e.change??0)}function J({threshold:e}){return e.action==="block"&&e.mutedUntil===void 0}function Dt({before:e,after:t}){return t.failed>e.failed||t.timedOut>e.timedOut}function U(e,t){let n=new Map(t.map(o=>[we(o),o])),r=new Map;for(let o of e){let i=we(o),s=r.get(i);s?s.series.push(o):r.set(i,{key:i,series:[o],evidence:n.get(i)})}return[...r.values()]}function $e(e,t){let n=[],r=[];for(let{values:w,rejected:y,location:Q}of[e.before,e.after]){let It=new Set(y);for(let[Ht,Re]of w.entries())Re!==null&&(It.has(Ht)?r:n).push(Re);Q!==void 0&&n.push(Q)}let o=q(e,t);o!==void 0&&n.push(o);let i=zt(e);i!==void 0&&n.push(i.low,i.high);let s=n.length>0?n:r;if(s.length===0)return{low:0,high:1};let[c,a]=[qe(s),_e(s)],l=a-c||a*.02||1,d=r.filter(w=>w>=c-l&&w<=a+l),h=l*.12;return{low:Math.max(0,qe([c,...d])-h),high:_e([a,...d])+h}}function q({before:e,threshold:t},n){let{relative:r=0,absolute:o=0}=t;if(e.location===void 0||r+o===0)return;let i=Math.max(e.location*r,o);return n==="lower"?e.location+i:Math.max(0,e.location-i)}function zt({before:e,evidence:t}){let{lower:n,upper:r}=t.interval??{};if(!(e.location===void 0||n===void 0||r===void 0))return{low:e.location*(1+n),high:e.location*(1+r)}}function qe(e){return e.reduce((t,n)=>Math.min(t,n))}function _e(e){return e.reduce((t,n)=>Math.max(t,n))}var E=class{text;constructor(t){this.text=t}},Qt={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Kt(e){return v(e).replace(/[&<>"']/g,t=>Qt[t]??"")}function u(e,...t){let n=e.map((r,o)=>{let i=r.replace(/\n\s*/g,`
`);return o<t.length?i+Je(t[o]??""):i});return new E(n.join(""))}function re(e){return new E(e)}function Je(e){return e instanceof E?e.text:typeof e=="string"?Kt(e):typeof e=="number"?String(e):e.map(Je).join("")}function Ee(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var D=120,_=18,De=Math.log(1.5);function ze(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return u``;let o=oe(r?.lower??(r===void 0?n:-1)),i=oe(r?.upper??(r===void 0?n:1/0));return u`<svg
    class="interval"
    viewBox="0 0 ${D} ${_}"
    width="${D}"
    height="${_}"
    aria-hidden="true"
  >
    <path class="zero" d="M${D/2} 0V${_}" />
    ${Xt(e,t)}
    <path class="range" d="M${o} ${_/2}H${Math.max(i,o+1)}" />
    ${Yt(n)}
  </svg>`}function Xt(e,t){let n=e.before.location,r=q(e,t);return r===void 0||n===void 0||n===0?u``:u`<path class="limit" d="M${oe(r/n-1)} 2V${_-2}" />`}function Yt(e){let t=oe(e),n=_/2;if(Math.abs(Qe(e))<=De)return u`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return u`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function Qe(e){return e<=-1?-1/0:Math.log1p(e)}function oe(e){let t=Math.max(-1,Math.min(1,Qe(e)/De));return Math.round((D/2+t*(D/2-4))*10)/10}var Ke="perigee-data";function Xe({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Zt(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let o of n)r.push(...o.slice(0,t-r.length));return r}function Ye(e,t){return{metrics:e.metrics,series:Zt(M(e),t)}}var ie={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Ze(e,t,n){let[r]=e.series,o=e.series.filter(({state:a})=>a==="not-regressed"),i=e.series.filter(({state:a})=>a!=="not-regressed"),s=a=>nn(a,t,n),c=S(r.annotations);return u`<section class="span${i.length===0?" calm":""}">
    <h3><bdi>${k(r)}</bdi></h3>
    <p class="tags">
      ${c.map(a=>u`<span><bdi>${a}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${tn(e)} ${i.map(s)} ${en(o,s)}
  </section>`}function en(e,t){if(e.length===0)return u``;let n=e.length===1?"1 metric":`${e.length} metrics`;return u`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function tn({evidence:e}){if(e===void 0)return u``;let t=I(e.movements);return t.length===0&&e.patterns.length===0?u``:u`<div class="meaning">
    ${e.patterns.map(({text:n})=>u`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>u`<li>${n}</li>`)}
    </ul>
  </div>`}function nn(e,t,n){let r=t.get(e)??-1,o=Xe(e),{mark:i,word:s}=ie[o],c=x(e.metric,n),a=n.get(e.metric)?.direction??"lower";return u`<details
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
        >${g(e.before,c)} → ${g(e.after,c)}</span
      >
      <span class="change">${A(e,c)}</span>
      ${ze(e,a)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${rn(e,n).map(([l,d])=>u`<div>
              <dt>${l}</dt>
              <dd><bdi>${d}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function rn(e,t){let n=x(e.metric,t),{evidence:r}=e,o=X(e),i=T(e)??"none",s=[["Why",e.reason],["Interval",o===void 0?i:`${i} at ${o}`],["Allowed",`${j(e,n)} (${F(e)})`],["Runs",G(e)]];r.smallestVisible!==void 0&&s.push(["Could have seen",P(r.smallestVisible)]),r.needsRepeats!==void 0&&s.push(["Needs",`${r.needsRepeats} repeats`]);let c=r.degreesOfFreedom,a=[r.method,r.p===void 0?"":on(r.p),c===void 0?"":`${Number(c.toPrecision(3))} degrees of freedom`];return s.push(["Method",a.filter(l=>l!=="").join(", ")]),s}function on(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}function se(e){let t=new Map;for(let o of e.series){let i=o.evidence.smallestVisible;if(i===void 0||!J(o))continue;let s=t.get(o.metric);s?s.push(i):t.set(o.metric,[i])}let n=new Map(e.metrics.map((o,i)=>[o.name,i])),r=o=>n.get(o)??1/0;return[...t].map(([o,i])=>{i.sort((c,a)=>c-a);let s=i.at(-1)??0;return{metric:o,series:i.length,median:sn(i),worst:s}}).sort((o,i)=>r(o.metric)===r(i.metric)?0:r(o.metric)-r(i.metric))}function sn(e){let t=e.length>>1,n=e[t]??0;return e.length%2===1?n:((e[t-1]??0)+n)/2}var ae=200;function et(e){let{build:t,conclusion:n}=e,{mark:r,word:o}=B[n],{before:i,after:s,links:c={}}=t,a=Object.entries(c).filter(([,l])=>/^https?:\/\//.test(l));return u`<header class="masthead ${n}">
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
    ${a.length===0?"":u`<p class="links">
            ${a.map(([l,d])=>u`<a href="${d}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function tt(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((o,[,i])=>o+i,0);return u`<div class="toolbar">
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
  </div>`}function nt({brokenTests:e}){return e.length===0?u``:u`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,ae).map(t=>u`<li>
            <b><bdi>${t.name}</bdi></b> ${H(t)}
          </li>`)}
    </ul>
    ${st(e.length)}
  </section>`}function rt(e){let t=se(e);return t.length===0?u``:u`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>A worsening of this size would have been found in 4 of 5 such runs:</p>
    <ul class="plain">
      ${t.map(n=>u`<li>${ee(n)}</li>`)}
    </ul>
  </section>`}function ot({problems:e}){return e.length===0?u``:u`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${e.slice(0,ae).map(t=>{let n=ne(t),{sentence:r,quoted:o}=te(t);return u`<li>
          <code>${t.code}</code> ${r}
          ${n===""?"":u`<span class="quiet"><bdi>${n}</bdi></span>`}
          ${o.map(i=>u`<samp class="quoted">${i}</samp>`)}
        </li>`})}
    </ul>
    ${st(e.length)}
  </section>`}function it(e){return u`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${Z(e).map(({label:t,text:n})=>u`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function st(e){return e<=ae?u``:u`<p class="quiet">and ${(e-ae).toLocaleString("en-US")} more</p>`}var an=1e3;function at(e,t){let n=M(e),r=Ye(e,an),o=L(e.metrics),i=new Map(r.series.map((y,Q)=>[y,Q])),s=new Set(r.series.map(({metric:y})=>y)),c=e.metrics.filter(({name:y})=>s.has(y)).map(({name:y})=>[y,p(y)]),a=["default-src 'none'",`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'","base-uri 'none'","form-action 'none'"].join("; "),l=re(`<style>${t.style}</style>`),d=re(`<script>${t.script}</script>`),h=re(`<script type="application/json" id="${Ke}">${Ee(r)}</script>`);return u`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${a}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${B[e.conclusion].word}: ${e.build.suite} · Perigee</title>
        ${l}
      </head>
      <body>
        <a class="skip" href="#series">Skip to the series</a>
        ${et(e)}
        <main>
          ${nt(n)}
          <section aria-labelledby="series">
            <h2 id="series" tabindex="-1">Series</h2>
            ${r.series.length===0?u`<p>There are none.</p>`:u`${tt(n,c)} ${cn}`}
            ${ln(r.series.length,e.series.length)}
            <noscript
              ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
            >
            <div id="spans">
              ${U(r.series,e.spans).map(y=>Ze(y,i,o))}
            </div>
          </section>
          <section id="slices" aria-labelledby="slices-title" hidden>
            <h2 id="slices-title">Slices by annotation</h2>
            <div class="fields"></div>
            <div class="drawing"></div>
          </section>
          ${rt(e)} ${ot(e)} ${it(e)}
        </main>
        ${h} ${d}
      </body>
    </html> `.text}var cn=u`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function ln(e,t){if(e===t)return u``;let n=r=>r.toLocaleString("en-US");return u`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}var ct=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function lt(e){let t=r=>{let o=ct.indexOf(r);return o===-1?ct.length:o};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[o])=>t(r)-t(o)||(r<o?-1:1)).map(([r,o])=>`  ${JSON.stringify(r)}: ${un(o)}`).join(`,
`)}
}
`}function un(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${ce(t)}`).join(`,
`)}
  ]`:ce(e)}function ce(e){if(!dn(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(ce).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let o=t[r];o!==void 0&&(n+=`,${JSON.stringify(r)}:${ce(o)}`)}return`{${n.slice(1)}}`}function dn(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var dt={verdict:"verdict.json",page:"report.html"};function pt(e,t,n){let r=mn("sha256").update(n.script).digest("base64"),o=ut(e,dt.page);return mt(ut(e,dt.verdict),lt(t)),mt(o,at(t,{...n,scriptSha256:r})),o}function mt(e,t){pn(e,{recursive:!0,force:!0}),fn(e,t,{flag:"wx"})}function le({reason:e,evidence:t}){if(t.smallestVisible===void 0)return[e];let n=P(t.smallestVisible);return[e,n.startsWith("too")?n:`could have seen ${n}`]}var hn=200;function ht(e,t){let[n]=e;if(n===void 0)return"";let r=x(n.metric,t),o=[p(n.metric),A(n,r)].join(" ").trim(),i=`allowed ${j(n,r)}`;return e.length===1?`${ft(n)}: ${o}, ${i}`:`${ft(n)}: ${e.length.toLocaleString("en-US")} series, first ${o}, ${i}`}function ft({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Regressed":n.mutedUntil===void 0?"Worse":`Worse, muted until ${n.mutedUntil}`}function gt(e,t){let n=x(e.metric,t),r=Ce([k(e),...S(e.annotations)].join(" "),hn),o=`${g(e.before,n)} \u2192 ${g(e.after,n)}`,i=A(e,n),s=T(e),c=s===void 0?"":` (${s})`,a=i===""?"":`, ${i}${c}`,l=e.state==="undecided"?`; ${v(le(e).join("; "))}`:"";return`${r}: ${p(e.metric)} ${o}${a}${l}`}var ke=10,bt=5;function wt(e,{file:t}){let n=L(e.metrics),r=M(e),o=(i,s)=>[...Map.groupBy(s,({threshold:c})=>c.rule)].map(([c,a])=>gn(i,t,c,a,n));return[...Se([...bn(r,t),...o("error",r.regressions)]),...Se([...wn(e,t),...o("warning",r.warnings)]),...Se(o("notice",r.undecided.filter(J)))]}function gn(e,t,n,r,o){let i=r.slice(0,bt).map(d=>gt(d,o)),s=r.length-i.length;s>0&&i.push(`\u2026 and ${s.toLocaleString("en-US")} more series`);let c=r.find(({threshold:d})=>d.owner!==void 0)?.threshold.owner;c!==void 0&&i.push(`Owner: ${v(c)}`),i.push(`Threshold: ${v(n)}`);let a=ht(r,o);return{annotation:{level:e,file:t,startLine:yn(n),title:a,message:i.join(`
`)},about:r.length}}function bn({brokenTests:e},t){let n=e.length;if(n===0)return[];let r=`${B.regressed.word}: ${n} ${n===1?"test does":"tests do"} worse than before`,o=yt(e);return[{annotation:{level:"error",file:t,startLine:1,title:r,message:o},about:n}]}function wn({build:e,tests:t},n){let r=new Set(je(t,e));if(r.size===0)return[];let o=`Undecided: ${r.size} ${r.size===1?"test":"tests"} never passed before the change`,i=yt(t.filter(({name:s})=>r.has(s)));return[{annotation:{level:"warning",file:n,startLine:1,title:o,message:i},about:r.size}]}function yt(e){let t=e.slice(0,bt),n=t.map(o=>`${v(o.name)}: ${H(o)}`),r=e.length-t.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function yn(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function Se(e){let t=e.slice(ke);return e.slice(0,ke).map(({annotation:n},r)=>{if(t.length===0||r<ke-1)return n;let o=t.reduce((s,{about:c})=>s+c,0),i=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${o.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${i}`}})}var $n=new TextEncoder,$t=e=>e.reduce((t,n)=>t+$n.encode(n).length+1,0);function ue(e,t=65535){let n=e.map(a=>{let l=a.tellLeftOut(a.rows.length+(a.alreadyLeftOut??0));return $t([...a.head,l,...a.tail])}),r=e.length,o=n.reduce((a,l)=>a+l,0);for(;o>t&&r>0;)o-=n[--r]??0;let i=new Array(r).fill(0),s=t-o;for(let a of[3,1/0])for(let[l,{rows:d}]of e.slice(0,r).entries()){let h=i[l]??0;for(;h<Math.min(a,d.length);h+=1){let w=$t([d[h]??""]);if(w>s)break;s-=w}i[l]=h}let c=e.slice(0,r).flatMap((a,l)=>{let d=i[l]??0,h=a.rows.length-d+(a.alreadyLeftOut??0),w=h>0?[a.tellLeftOut(h)]:[];return[...a.head,...a.rows.slice(0,d),...w,...a.tail]});return c.length===0?"":`${c.join(`
`)}
`}var $=500;function C(e,t){return`\u2026 and ${e.toLocaleString("en-US")} more ${t}, not shown here.`}var kt=["Span","Metric","Before \u2192 after","Change","Allowed","Runs"];function b(e,t,n,r={}){if(t.length===0)return[];let o=t.length.toLocaleString("en-US"),i=r.doubts===!0?[...kt,"Why"]:kt,s=r.untitled===!0?[]:[`### ${e} (${o})`,""];return[{head:[...r.fold===!0?["<details>",`<summary>${e} (${o})</summary>`,""]:s,`| ${i.join(" | ")} |`,`|${" --- |".repeat(i.length)}`],rows:t.slice(0,$).map(a=>kn(a,n,r.doubts===!0)),alreadyLeftOut:Math.max(0,t.length-$),tail:r.fold===!0?["","</details>",""]:[""],tellLeftOut:a=>`
${C(a,"series")}`}]}function kn(e,t,n){let r=x(e.metric,t),o=[k(e),...S(e.annotations)],i=A(e,r),s=T(e),c=X(e),a=s===void 0?"":` (${s}${c===void 0?"":` at ${c}`})`;return`| ${[o.map(d=>f(d,!0)).join(" "),m(p(e.metric),!0),`${g(e.before,r)} \u2192 ${g(e.after,r)}`,i===""?"none":`**${i}**${a}`,`${j(e,r)} (${m(F(e),!0)})`,G(e),...n?[m(le(e).join("; "),!0)]:[]].join(" | ")} |`}function St(e,t={}){let n=e.flatMap(({series:[r],evidence:o})=>{if(o===void 0)return[];let i=I(o.movements).map(l=>m(l)),s=o.patterns.map(({text:l})=>m(l)).join(" ");if(i.length===0&&s==="")return[];let c=[k(r),...S(r.annotations)],a=[i.join(" \xB7 "),s].filter(l=>l!=="").join(". ");return[`- ${c.map(l=>f(l)).join(" ")}: ${a}`]});return n.length===0?[]:[{head:t.untitled===!0?[]:["#### What the metrics of these spans say",""],rows:n.slice(0,$),alreadyLeftOut:Math.max(0,n.length-$),tail:[""],tellLeftOut:r=>`
${C(r,"spans")}`}]}var Sn=10;function de({build:e},t,n){if(!O(e))return b("No baseline",t,n,{fold:!0});if(t.length===0)return[];let r=`Measured (${t.length.toLocaleString("en-US")})`,o=t.length<=Sn;return[{head:[...o?[`### ${r}`,""]:["<details>",`<summary>${r}</summary>`,""],"| Span | Metric | Value | Runs |","| --- | --- | --- | --- |"],rows:t.slice(0,$).map(s=>xn(s,n)),alreadyLeftOut:Math.max(0,t.length-$),tail:o?[""]:["","</details>",""],tellLeftOut:s=>`
${C(s,"series")}`}]}function xn(e,t){return`| ${[[k(e),...S(e.annotations)].map(o=>f(o,!0)).join(" "),m(p(e.metric),!0),g(e.after,x(e.metric,t)),Ge(e)].join(" | ")} |`}var Mn={passed:"\u2705",regressed:"\u274C",undecided:"\u26A0\uFE0F",incomplete:"\u26A0\uFE0F","nothing-measured":"\u26A0\uFE0F"},N={rows:[],tellLeftOut:()=>""};function me(e,t){let{word:n}=B[e.conclusion],r=t.marker===void 0?[]:[Te(t.marker)];r.push(`## ${Mn[e.conclusion]} ${n}: ${m(Y(e))}`,"");let{before:o,after:i,suite:s}=e.build,[c,a]=[o,i].map(d=>`${f(d.label)} ${W(d.commit)}`);r.push(`${f(s)}: ${O(e.build)?"":`${c} \u2192 `}${a}`,"");let l=[e.build.links??{},t.links??{}].flatMap(d=>Object.entries(d).map(([h,w])=>Fe(h,w)));return l.length>0&&r.push(l.slice(0,20).join(" \xB7 "),""),{head:r,tail:[],...N}}function pe(e,{fold:t=!1}={}){if(e.length===0)return[];let n=e.slice(0,$).map(r=>`- ${f(r.name)}: ${H(r)}`);return[{...Mt(`Failing tests (${e.length})`,t),rows:n,alreadyLeftOut:e.length-n.length,tellLeftOut:r=>`
${C(r,"tests")}`}]}function Mt(e,t){return t?{head:["<details>",`<summary>${e}</summary>`,""],tail:["","</details>",""]}:{head:[`### ${e}`,""],tail:[""]}}function fe(e){let t=se(e);return t.length===0?[]:[{head:["**A worsening of this size would have been found in 4 of 5 such runs**",""],rows:t.map(n=>`- ${m(ee(n))}`),tail:[""],tellLeftOut:n=>`
${C(n,"metrics")}`}]}var xt=100;function he(e,{fold:t=!1}={}){return e.length===0?[]:[{...Mt(`Problems (${e.length})`,t),rows:e.slice(0,xt).map(n=>{let r=ne(n),o=r===""?"":` (${f(r)})`,{sentence:i,quoted:s}=te(n),c=s.filter(Ie).map(Vn).join("");return`- ${f(n.code)}: ${m(i)}${o}${c}`}),alreadyLeftOut:Math.max(0,e.length-xt),tellLeftOut:n=>`
${C(n,"problems")}`}]}function ge(e){return{head:["<details>","<summary>How it was measured</summary>","",...Z(e).slice(0,20).map(({label:n,text:r})=>`- ${n}: ${m(r)}`)],tail:["","</details>",""],...N}}function Vn(e){return`\\
  ${f(e)}`}var Rn={before:"#3b82f6",after:"#f97316",allowed:"#8b949e"},On=20,An=1e15;function Vt(e,t){let n=Ot(e);if(n.length<2)return[];let r=$e(e,t.direction);if(r.high>An)return[];let o=Oe(r.high,t.unit),i=l=>(Math.min(r.high,Math.max(r.low,l))/o.factor).toLocaleString("en-US",{useGrouping:!1,maximumSignificantDigits:6}),s=l=>`  line [${l.map(i).join(", ")}]`,c=q(e,t.direction),a=o.name===""?"":` (${o.name})`;return["```mermaid",`%%{init: ${JSON.stringify(Pn())}}%%`,"xychart-beta",`  x-axis "Pair" ${Bn(n)}`,`  y-axis "${p(e.metric)}${a}" ${i(r.low)} --> ${i(r.high)}`,s(n.map(({before:l})=>l)),s(n.map(({after:l})=>l)),...c===void 0?[]:[s(n.map(()=>c))],"```"]}function Rt(e,t){let r=q(e,t.direction)===void 0?"":" Grey: as much as is allowed.",o=$e(e,t.direction),i=Ot(e).flatMap(({before:c,after:a})=>[c,a]).filter(c=>c<o.low||c>o.high).length,s=i===0?"":` ${i} rejected ${i===1?"repeat lies":"repeats lie"} beyond the edge.`;return`Blue: before. Orange: after.${r} Each point is one pair.${s}`}function Pn(){let{before:e,after:t,allowed:n}=Rn;return{xyChart:{width:700,height:260},themeVariables:{xyChart:{plotColorPalette:`${e}, ${t}, ${n}`}}}}function Ot({before:e,after:t}){let n=[];for(let[r,o]of e.values.entries()){let i=t.values[r];typeof o=="number"&&typeof i=="number"&&n.push({repeat:r,before:o,after:i})}return n}function Bn(e){return e.length>On?`1 --> ${e.length}`:`[${e.map(({repeat:t})=>t+1).join(", ")}]`}var vn=3,Ln=50;function Pt(e,t,n){let{regressions:r,warnings:o,undecided:i}=t,s=r.length>0?r:o,c=e.conclusion==="undecided"?i:s;return U(c,e.spans).slice(0,vn).map(a=>jn(a,n))}function jn({series:[e,...t],evidence:n},r){let o=Fn(e,r),i=[k(e),...S(e.annotations)],s=A(e,o.unit);return{head:[`### ${`${m(p(e.metric))}${s===""?"":` ${s}`}`}: ${i.map(l=>f(l)).join(" ")}`,"",`${g(e.before,o.unit)} \u2192 ${g(e.after,o.unit)}: ${m(e.reason)}. Allowed: ${j(e,o.unit)} (${m(F(e))}). ${G(e)}${Cn(e)}.`,"",...Nn(n,t.length),...Tn(e,o)],tail:[],...N}}function Cn({evidence:e,state:t}){if(e.smallestVisible===void 0||t==="regressed")return"";let n=P(e.smallestVisible);return n.startsWith("too")?`; ${n}`:`; could have seen ${n}`}function Nn(e,t){let n=e===void 0?[]:I(e.movements),o=[...(e?.patterns??[]).map(({text:i})=>m(i))];return n.length>1?o.push(`${n.map(i=>m(i)).join(" \xB7 ")}.`):t>0&&o.push(`${t} more of its metrics below.`),o.length===0?[]:[o.join(" "),""]}function Tn(e,t){let n=Vt(e,t);return n.length===0?[]:[...n,"",Rt(e,t),"","<details>","<summary>The repeats in figures, rejected ones in brackets</summary>","",`- Before: ${At(e.before,t.unit)}`,`- After: ${At(e.after,t.unit)}`,"","</details>",""]}function At({values:e,rejected:t},n){let r=new Set(t),o=e.slice(0,Ln).map((s,c)=>{if(s===null)return"none";let a=V(s,n,4);return r.has(c)?`(${a})`:a}),i=e.length-o.length;return i>0&&o.push(`\u2026 and ${i} more`),o.join(" \xB7 ")}function Fn({metric:e},t){let n=t.get(e)??K(e);return{unit:n?.unit??"count",direction:n?.direction??"lower"}}var Gn=1048576,Wn=1024,xe=10;function Bt(e,t={}){let n=L(e.metrics),r=M(e),o=l=>l.length<=xe,i=e.conclusion==="undecided"&&o(r.undecided),{alerts:s,others:c}=Un(e.problems),a=[me(e,t.links===void 0?{}:{links:t.links}),In(e),...Hn(t.notes??[]),...s.flatMap(qn),...pe(r.brokenTests,{fold:!o(r.brokenTests)}),...Pt(e,r,n),...b("Regressed",r.regressions,n,{fold:!o(r.regressions)}),...b("Undecided",r.undecided,n,{fold:!i,doubts:!0}),...fe(e),...he(c,{fold:e.conclusion!=="incomplete"}),...b("Warnings",r.warnings,n,{fold:!0}),...b("Improved",r.improvements,n,{fold:!0}),ge(e),...de(e,r.noBaseline,n),...b("Not regressed",r.unchanged,n,{fold:!0})];return ue(a,Gn-Wn)}function In({counts:e}){let{regressed:t,blocking:n,improved:r,undecided:o,"no-baseline":i}=e,s=(l,d)=>l===0?[]:[`**${l.toLocaleString("en-US")}** ${d}`],c=n===t?"":`, ${n.toLocaleString("en-US")} of them block`,a=[...s(t,`regressed${c}`),...s(o,"undecided"),...s(r,"improved"),...s(e["not-regressed"],"not regressed"),...s(i,"without a baseline")];return{head:a.length===0?[]:[a.join(" \xB7 "),""],tail:[],...N}}function Hn(e){return e.slice(0,20).map(t=>({head:["> [!NOTE]",`> ${m(t)}`,""],tail:[],...N}))}function Un(e){let t=[],n=[],r=[],o=[],i=[],s=[];for(let a of e){let{code:l}=a;Le(a)||Be(a)||l.startsWith("artifact-")?t.push(a):Pe(a)?n.push(a):Ae(a)?o.push(a):ve(a)?i.push(a):(l==="superseded-shard"?r:s).push(a)}return{alerts:[{kind:"WARNING",title:"Not all of this build is in this verdict.",problems:t},{kind:"WARNING",title:"This change alters what is measured.",problems:n},{kind:"NOTE",title:"Measured more than once.",problems:r},{kind:"NOTE",title:"The machine was busy.",problems:o},{kind:"WARNING",title:"Slower code can pass these tests.",problems:i}],others:s}}function qn({kind:e,title:t,problems:n}){if(n.length===0)return[];let r=n.map(({message:o,test:i})=>`> - ${i===void 0?"":`${f(i)}: `}${m(o)}`);return[{head:[`> [!${e}]`,`> **${t}**`,">"],rows:r.slice(0,xe),alreadyLeftOut:Math.max(0,r.length-xe),tail:[""],tellLeftOut:o=>`> - \u2026 and ${o.toLocaleString("en-US")} more of this kind`}]}function vt(e,t={}){let n=L(e.metrics),r=M(e),{regressions:o,warnings:i}=r,s=[...o.slice(0,$),...i.slice(0,$)];return ue([me(e,t),...pe(r.brokenTests),...b("Regressed",o,n),...St(U(s,e.spans)),...b("Warnings",i,n),...b("Improved",r.improvements,n,{fold:!0}),...b("Undecided",r.undecided,n,{fold:e.conclusion!=="undecided",doubts:!0}),...fe(e),...he(e.problems),ge(e),...de(e,r.noBaseline,n),...b("Not regressed",r.unchanged,n,{fold:!0})])}var _n={requestMs:15e3,jobMs:12e4};async function Lt(e,t,n,{requestMs:r,jobMs:o}=_n){if(e==="")return;let{getOctokit:i}=await import("./chunk-github-IHMMLNSY.js"),s=i(e,{baseUrl:t}),c=AbortSignal.timeout(o);return s.hook.before("request",a=>{a.request.signal=AbortSignal.any([c,AbortSignal.timeout(r)])}),{octokit:s,repository:{owner:n.owner,repo:n.name}}}function z(e){let t=En(e),{status:n,message:r,headers:o}=t,i=Dn(r);if(!t.isAnswer)return{kind:"not-now",why:`GitHub did not answer (${i})`};let s=`GitHub said ${n}: ${i}`;if(Jn(t)){let c=Number(o["retry-after"]),a=Number.isFinite(c)?{waitMs:c*1e3}:{};return{kind:"not-now",why:`too many requests (${s})`,...a}}return n===401?{kind:"not-allowed",why:`the token is not valid (${s})`}:n===403||n===404||n===410?{kind:"not-allowed",why:`this job may not do that (${s})`}:n>=500?{kind:"not-now",why:s}:{kind:"not-accepted",why:s}}function Jn({status:e,message:t,headers:n}){return e===429?!0:e!==403?!1:n["x-ratelimit-remaining"]==="0"||n["retry-after"]!==void 0||/rate limit/i.test(t)}function En(e){if(!(e instanceof Error)||!("status"in e))throw e;let{status:t,message:n}=e,r="response"in e?e.response:void 0,o=typeof r=="object"&&r!==null&&"headers"in r,i=o?r.headers:void 0;return{isAnswer:o,status:typeof t=="number"?t:500,message:n,headers:typeof i=="object"&&i!==null?{...i}:{}}}function Dn(e){return e.replaceAll(/\s+/g," ").slice(0,200)}var zn="perigee";async function jt({octokit:e,repository:t},n){try{let{data:r}=await e.rest.checks.listForRef({...t,ref:n,check_name:zn,per_page:100}),i=r.check_runs.flatMap(({app:s})=>s?.slug??[]).find(s=>s!=="github-actions");return i===void 0?{kind:"absent"}:{kind:"present",app:i}}catch(r){return{kind:"unknown",why:z(r).why}}}import{setTimeout as Kn}from"node:timers/promises";function be(e){return`<!-- perigee:${encodeURIComponent(e)}:v1 -->`}var Ct="github-actions[bot]";async function Nt({octokit:e}){try{let t=await e.graphql("query { viewer { login } }");return Qn(t)??Ct}catch{return Ct}}function Qn(e){if(typeof e!="object"||e===null||!("viewer"in e))return;let{viewer:t}=e;if(!(typeof t!="object"||t===null||!("login"in t)))return typeof t.login=="string"?t.login:void 0}async function Me({octokit:e,repository:t},n,r,o){return(await e.paginate(e.rest.issues.listComments,{...t,issue_number:n,per_page:100})).filter(({user:s,body:c})=>s?.login===o&&c?.startsWith(r)===!0).map(({id:s,body:c,html_url:a})=>({id:s,body:c??"",url:a})).sort((s,c)=>s.id-c.id)}var Ft=65536,Xn=[2e3,1e4],Yn=6e4;async function Gt(e,t,n=Xn){for(let r of[...n,void 0]){let o=await Zn(e,t);if(o.kind!=="not-now"||r===void 0)return o;let i=o.waitMs??r;if(i>Yn)return o;await Kn(i)}return{kind:"not-now",why:"no try was allowed"}}async function Zn(e,t){try{let{data:n}=await e.octokit.rest.pulls.get({...e.repository,pull_number:t.pullRequest});if(n.head.sha!==t.head)return{kind:"outdated",why:`the pull request is at ${n.head.sha.slice(0,12)} by now`};let{body:r,shortBody:o}=er(t),i=await Tt(e,t,r.length>Ft?o:r);return i.kind==="not-accepted"?await Tt(e,t,o):i}catch(n){return z(n)}}function er({suite:e,body:t,shortBody:n}){let r=be(e);return{body:`${r}
${t}`,shortBody:`${r}
${n}`.slice(0,Ft)}}async function Tt(e,{pullRequest:t,suite:n},r){let{issues:o}=e.octokit.rest,i=await Nt(e);try{let[s]=await Me(e,t,be(n),i);if(s?.body===r)return{kind:"unchanged",url:s.url};if(s!==void 0)return await o.updateComment({...e.repository,comment_id:s.id,body:r}),{kind:"updated",url:s.url};let{data:c}=await o.createComment({...e.repository,issue_number:t,body:r}),[a]=await Me(e,t,be(n),i);return a===void 0||a.id>=c.id?{kind:"created",url:c.html_url}:(await o.updateComment({...e.repository,comment_id:a.id,body:r}),await o.deleteComment({...e.repository,comment_id:c.id}),{kind:"updated",url:a.url})}catch(s){return z(s)}}var Ve={failed:!1};async function Wt(e,t){let{ci:n,inputs:r,log:o,trigger:i}=e,{pullRequest:s}=i;if(s===void 0||r.comment==="never")return Ve;let c=l=>{let d=`this job did not comment on the pull request: ${l}`;return o.say(d),{note:d,failed:r.comment==="always"}},a=await Lt(r.token,n.apiUrl,n.repository);if(a===void 0)return c("it has no token");try{return await tr(e,t,s,a,c)}catch(l){let d=l instanceof Error?l.message:String(l);return c(`GitHub's answer was not understood (${d.slice(0,200)})`)}}async function tr(e,t,n,r,o){let{ci:i,inputs:s,log:c,suite:a,trigger:l}=e;if(s.comment==="auto"){let h=await jt(r,l.head.commit);if(h.kind==="present")return c.say(`the app ${h.app} comments on this pull request`),Ve}let d=await Gt(r,{pullRequest:n,head:l.head.commit,suite:a.name,body:vt(t),shortBody:`**${m(t.headline)}** (${f(a.name)}; details: ${i.url})`});return"url"in d?(c.say(`comment ${d.kind}: ${d.url}`),Ve):d.kind==="not-allowed"&&l.fork?o(`a job of a fork may only read (${d.why}); the summary says the same`):o(d.why)}async function ji(e,t,n){let{inputs:r,log:o,notes:i}=e,{verdict:s}=t,c=t.isHeld&&r.failOn!=="never";c&&i.push(nr),o.output("verdict",s.conclusion),o.output("exit-code",String(t.exitCode)),o.output("report-path",n),pt(n,s,Ne());for(let l of wt(s,{file:r.config}))o.annotate(l);let a=await Wt(e,s);return a.note!==void 0&&i.push(a.note),await o.summarize(Bt(s,{notes:i})),o.say(s.headline),a.failed||c||rr(s,r.failOn)}var nr="This change alters what is measured, and gate.whenSuiteChanged of perigee.yml before it is block: a person has to look at that, so this job fails";function rr({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}export{ji as a};

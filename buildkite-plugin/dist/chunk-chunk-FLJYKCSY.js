import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{$ as z,C as S,E as C,N as D,O as A,P as J,Q as L,R,S as q,T as M,U as H,V as T,W,X as U,Z as G,_ as k,a as B,aa as F,ba as E,ca as Q,da as K,ea as X,fa as Y,ia as Z,v as y,x as I}from"./chunk-chunk-FJFAOT4B.js";import{f as c}from"./chunk-chunk-OMPP6GCX.js";c();import{createHash as He}from"node:crypto";import{rmSync as Te,writeFileSync as We}from"node:fs";import{join as ye}from"node:path";c();c();c();c();c();function ze(e,t){let n=[],r=[];for(let{values:h,rejected:u,location:w}of[e.before,e.after]){let ke=new Set(u);for(let[xe,N]of h.entries())N!==null&&(ke.has(xe)?r:n).push(N);w!==void 0&&n.push(w)}let i=O(e,t);i!==void 0&&n.push(i);let o=Ve(e);o!==void 0&&n.push(o.low,o.high);let l=n.length>0?n:r;if(l.length===0)return{low:0,high:1};let[d,a]=[_(l),ee(l)],p=a-d||a*.02||1,m=r.filter(h=>h>=d-p&&h<=a+p),$=p*.12;return{low:Math.max(0,_([d,...m])-$),high:ee([a,...m])+$}}function O({before:e,threshold:t},n){let{relative:r=0,absolute:i=0}=t;if(e.location===void 0||r+i===0)return;let o=Math.max(e.location*r,i);return n==="lower"?e.location+o:Math.max(0,e.location-o)}function Ve({before:e,evidence:t}){let{lower:n,upper:r}=t.interval??{};if(!(e.location===void 0||n===void 0||r===void 0))return{low:e.location*(1+n),high:e.location*(1+r)}}function _(e){return e.reduce((t,n)=>Math.min(t,n))}function ee(e){return e.reduce((t,n)=>Math.max(t,n))}c();var g=class{text;constructor(t){this.text=t}},ve={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Pe(e){return B(e).replace(/[&<>"']/g,t=>ve[t]??"")}function s(e,...t){let n=e.map((r,i)=>{let o=r.replace(/\n\s*/g,`
`);return i<t.length?o+te(t[i]??""):o});return new g(n.join(""))}function x(e){return new g(e)}function te(e){return e instanceof g?e.text:typeof e=="string"?Pe(e):typeof e=="number"?String(e):e.map(te).join("")}function ne(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var b=120,f=18,re=Math.log(1.5);function ie(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return s``;let i=V(r?.lower??(r===void 0?n:-1)),o=V(r?.upper??(r===void 0?n:1/0));return s`<svg
    class="interval"
    viewBox="0 0 ${b} ${f}"
    width="${b}"
    height="${f}"
    aria-hidden="true"
  >
    <path class="zero" d="M${b/2} 0V${f}" />
    ${je(e,t)}
    <path class="range" d="M${i} ${f/2}H${Math.max(o,i+1)}" />
    ${Ae(n)}
  </svg>`}function je(e,t){let n=e.before.location,r=O(e,t);return r===void 0||n===void 0||n===0?s``:s`<path class="limit" d="M${V(r/n-1)} 2V${f-2}" />`}function Ae(e){let t=V(e),n=f/2;if(Math.abs(se(e))<=re)return s`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return s`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function se(e){return e<=-1?-1/0:Math.log1p(e)}function V(e){let t=Math.max(-1,Math.min(1,se(e)/re));return Math.round((b/2+t*(b/2-4))*10)/10}c();var oe="perigee-data";function ae({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Re(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let i of n)r.push(...i.slice(0,t-r.length));return r}function ce(e,t){return{metrics:e.metrics,series:Re(y(e),t)}}var v={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function le(e,t,n){let[r]=e.series,i=e.series.filter(({state:a})=>a==="not-regressed"),o=e.series.filter(({state:a})=>a!=="not-regressed"),l=a=>Ne(a,t,n),d=L(r.annotations);return s`<section class="span${o.length===0?" calm":""}">
    <h3><bdi>${J(r)}</bdi></h3>
    <p class="tags">
      ${d.map(a=>s`<span><bdi>${a}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${Oe(e)} ${o.map(l)} ${Fe(i,l)}
  </section>`}function Fe(e,t){if(e.length===0)return s``;let n=e.length===1?"1 metric":`${e.length} metrics`;return s`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function Oe({evidence:e}){if(e===void 0)return s``;let t=Q(e.movements);return t.length===0&&e.patterns.length===0?s``:s`<div class="meaning">
    ${e.patterns.map(({text:n})=>s`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>s`<li>${n}</li>`)}
    </ul>
  </div>`}function Ne(e,t,n){let r=t.get(e)??-1,i=ae(e),{mark:o,word:l}=v[i],d=A(e.metric,n),a=n.get(e.metric)?.direction??"lower";return s`<details
    class="series ${i}"
    id="s${r}"
    data-series="${r}"
    data-state="${i}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${l}</span>
      <span class="metric">${S(e.metric)}</span>
      <span class="values"
        >${R(e.before,d)} → ${R(e.after,d)}</span
      >
      <span class="change">${q(e,d)}</span>
      ${ie(e,a)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${Be(e,n).map(([p,m])=>s`<div>
              <dt>${p}</dt>
              <dd><bdi>${m}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function Be(e,t){let n=A(e.metric,t),{evidence:r}=e,i=T(e),o=H(e)??"none",l=[["Why",e.reason],["Interval",i===void 0?o:`${o} at ${i}`],["Allowed",`${W(e,n)} (${U(e)})`],["Runs",G(e)]];r.smallestVisible!==void 0&&l.push(["Could have seen",M(r.smallestVisible)]),r.needsRepeats!==void 0&&l.push(["Needs",`${r.needsRepeats} repeats`]);let d=r.degreesOfFreedom,a=[r.method,r.p===void 0?"":Ie(r.p),d===void 0?"":`${Number(d.toPrecision(3))} degrees of freedom`];return l.push(["Method",a.filter(p=>p!=="").join(", ")]),l}function Ie(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}var P=200;function de(e){let{build:t,conclusion:n}=e,{mark:r,word:i}=k[n],{before:o,after:l,links:d={}}=t,a=Object.entries(d).filter(([,p])=>/^https?:\/\//.test(p));return s`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${i}</h1>
    <p class="headline">${z(e)}</p>
    <p class="compared">
      ${C(t)?"":s`<span class="before"
                ><bdi>${o.label}</bdi> <code>${F(o.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${l.label}</bdi> <code>${F(l.commit)}</code></span
      >
    </p>
    ${a.length===0?"":s`<p class="links">
            ${a.map(([p,m])=>s`<a href="${m}" rel="noopener noreferrer"><bdi>${p}</bdi></a> `)}
          </p>`}
  </header>`}function pe(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((i,[,o])=>i+o,0);return s`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${r.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([i,o])=>o===0?"":s`<button type="button" data-show="${i}" class="${i}" aria-pressed="false">
              <b>${o.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${v[i].mark}</span> ${v[i].word}
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
          ${t.map(([i,o])=>s`<option value="${i}">${o}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}function ue({brokenTests:e}){return e.length===0?s``:s`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,P).map(t=>s`<li>
            <b><bdi>${t.name}</bdi></b> ${X(t)}
          </li>`)}
    </ul>
    ${ge(e.length)}
  </section>`}function me(e){let t=K(e);return t.length===0?s``:s`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>s`<li>${n}</li>`)}
    </ul>
  </section>`}function fe({problems:e}){return e.length===0?s``:s`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${e.slice(0,P).map(t=>{let n=Z(t),{sentence:r,quoted:i}=Y(t);return s`<li>
          <code>${t.code}</code> ${r}
          ${n===""?"":s`<span class="quiet"><bdi>${n}</bdi></span>`}
          ${i.map(o=>s`<samp class="quoted">${o}</samp>`)}
        </li>`})}
    </ul>
    ${ge(e.length)}
  </section>`}function he(e){return s`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${E(e).map(({label:t,text:n})=>s`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function ge(e){return e<=P?s``:s`<p class="quiet">and ${(e-P).toLocaleString("en-US")} more</p>`}var Ce=1e3;function be(e,t){let n=y(e),r=ce(e,Ce),i=D(e.metrics),o=new Map(r.series.map((u,w)=>[u,w])),l=new Set(r.series.map(({metric:u})=>u)),d=e.metrics.filter(({name:u})=>l.has(u)).map(({name:u})=>[u,S(u)]),a=["default-src 'none'",`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'","base-uri 'none'","form-action 'none'"].join("; "),p=x(`<style>${t.style}</style>`),m=x(`<script>${t.script}</script>`),$=x(`<script type="application/json" id="${oe}">${ne(r)}</script>`);return s`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${a}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${k[e.conclusion].word}: ${e.build.suite} · Perigee</title>
        ${p}
      </head>
      <body>
        <a class="skip" href="#series">Skip to the series</a>
        ${de(e)}
        <main>
          ${ue(n)}
          <section aria-labelledby="series">
            <h2 id="series" tabindex="-1">Series</h2>
            ${r.series.length===0?s`<p>There are none.</p>`:s`${pe(n,d)} ${De}`}
            ${Je(r.series.length,e.series.length)}
            <noscript
              ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
            >
            <div id="spans">
              ${I(r.series,e.spans).map(u=>le(u,o,i))}
            </div>
          </section>
          <section id="slices" aria-labelledby="slices-title" hidden>
            <h2 id="slices-title">Slices by annotation</h2>
            <div class="fields"></div>
            <div class="drawing"></div>
          </section>
          ${me(e)} ${fe(e)} ${he(e)}
        </main>
        ${$} ${m}
      </body>
    </html> `.text}var De=s`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function Je(e,t){if(e===t)return s``;let n=r=>r.toLocaleString("en-US");return s`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}c();var $e=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function we(e){let t=r=>{let i=$e.indexOf(r);return i===-1?$e.length:i};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[i])=>t(r)-t(i)||(r<i?-1:1)).map(([r,i])=>`  ${JSON.stringify(r)}: ${Le(i)}`).join(`,
`)}
}
`}function Le(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${j(t)}`).join(`,
`)}
  ]`:j(e)}function j(e){if(!qe(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(j).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let i=t[r];i!==void 0&&(n+=`,${JSON.stringify(r)}:${j(i)}`)}return`{${n.slice(1)}}`}function qe(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var Se={verdict:"verdict.json",page:"report.html"};function Ct(e,t,n){let r=He("sha256").update(n.script).digest("base64"),i=ye(e,Se.page);return Me(ye(e,Se.verdict),we(t)),Me(i,be(t,{...n,scriptSha256:r})),i}function Me(e,t){Te(e,{recursive:!0,force:!0}),We(e,t,{flag:"wx"})}c();function qt({reason:e,evidence:t}){if(t.smallestVisible===void 0)return[e];let n=M(t.smallestVisible);return[e,n.startsWith("too")?n:`could have seen ${n}`]}export{qt as a,ze as b,O as c,Se as d,Ct as e};

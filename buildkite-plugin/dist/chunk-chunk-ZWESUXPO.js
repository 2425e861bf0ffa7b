import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{$ as E,C as S,E as D,N as J,O as R,P as L,Q as q,R as F,S as H,T as M,U as T,V as W,W as U,X as G,Z as z,_ as k,a as I,aa as O,ba as K,ca as Q,da as X,ea as Y,fa as Z,ia as _,r as A,v as y,x as C}from"./chunk-chunk-EZMSURDM.js";import{f as l}from"./chunk-chunk-OMPP6GCX.js";l();import{createHash as Te}from"node:crypto";import{rmSync as We,writeFileSync as Ue}from"node:fs";import{join as Se}from"node:path";l();l();l();l();l();function Ee(e,t){let n=[],r=[];for(let{values:h,rejected:u,location:w}of[e.before,e.after]){let xe=new Set(u);for(let[Ve,B]of h.entries())B!==null&&(xe.has(Ve)?r:n).push(B);w!==void 0&&n.push(w)}let i=N(e,t);i!==void 0&&n.push(i);let o=ve(e);o!==void 0&&n.push(o.low,o.high);let c=n.length>0?n:r;if(c.length===0)return{low:0,high:1};let[d,a]=[ee(c),te(c)],p=a-d||a*.02||1,m=r.filter(h=>h>=d-p&&h<=a+p),$=p*.12;return{low:Math.max(0,ee([d,...m])-$),high:te([a,...m])+$}}function N({before:e,threshold:t},n){let{relative:r=0,absolute:i=0}=t;if(e.location===void 0||r+i===0)return;let o=Math.max(e.location*r,i);return n==="lower"?e.location+o:Math.max(0,e.location-o)}function ve({before:e,evidence:t}){let{lower:n,upper:r}=t.interval??{};if(!(e.location===void 0||n===void 0||r===void 0))return{low:e.location*(1+n),high:e.location*(1+r)}}function ee(e){return e.reduce((t,n)=>Math.min(t,n))}function te(e){return e.reduce((t,n)=>Math.max(t,n))}l();var g=class{text;constructor(t){this.text=t}},Pe={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function je(e){return I(e).replace(/[&<>"']/g,t=>Pe[t]??"")}function s(e,...t){let n=e.map((r,i)=>{let o=r.replace(/\n\s*/g,`
`);return i<t.length?o+ne(t[i]??""):o});return new g(n.join(""))}function x(e){return new g(e)}function ne(e){return e instanceof g?e.text:typeof e=="string"?je(e):typeof e=="number"?String(e):e.map(ne).join("")}function re(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var b=120,f=18,ie=Math.log(1.5);function se(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return s``;let i=V(r?.lower??(r===void 0?n:-1)),o=V(r?.upper??(r===void 0?n:1/0));return s`<svg
    class="interval"
    viewBox="0 0 ${b} ${f}"
    width="${b}"
    height="${f}"
    aria-hidden="true"
  >
    <path class="zero" d="M${b/2} 0V${f}" />
    ${Ae(e,t)}
    <path class="range" d="M${i} ${f/2}H${Math.max(o,i+1)}" />
    ${Re(n)}
  </svg>`}function Ae(e,t){let n=e.before.location,r=N(e,t);return r===void 0||n===void 0||n===0?s``:s`<path class="limit" d="M${V(r/n-1)} 2V${f-2}" />`}function Re(e){let t=V(e),n=f/2;if(Math.abs(oe(e))<=ie)return s`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return s`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function oe(e){return e<=-1?-1/0:Math.log1p(e)}function V(e){let t=Math.max(-1,Math.min(1,oe(e)/ie));return Math.round((b/2+t*(b/2-4))*10)/10}l();var ae="perigee-data";function ce({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Fe(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let i of n)r.push(...i.slice(0,t-r.length));return r}function le(e,t){let n=Fe(y(e),t),{metrics:r,spreads:i=[]}=e,o=new Set(i.length===0?[]:n.map(A));return{metrics:r,series:n,spreads:i.filter(c=>o.has(A(c)))}}var v={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function de(e,t,n){let[r]=e.series,i=e.series.filter(({state:a})=>a==="not-regressed"),o=e.series.filter(({state:a})=>a!=="not-regressed"),c=a=>Be(a,t,n),d=q(r.annotations);return s`<section class="span${o.length===0?" calm":""}">
    <h3><bdi>${L(r)}</bdi></h3>
    <p class="tags">
      ${d.map(a=>s`<span><bdi>${a}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${Ne(e)} ${o.map(c)} ${Oe(i,c)}
  </section>`}function Oe(e,t){if(e.length===0)return s``;let n=e.length===1?"1 metric":`${e.length} metrics`;return s`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function Ne({evidence:e}){if(e===void 0)return s``;let t=Q(e.movements);return t.length===0&&e.patterns.length===0?s``:s`<div class="meaning">
    ${e.patterns.map(({text:n})=>s`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>s`<li>${n}</li>`)}
    </ul>
  </div>`}function Be(e,t,n){let r=t.get(e)??-1,i=ce(e),{mark:o,word:c}=v[i],d=R(e.metric,n),a=n.get(e.metric)?.direction??"lower";return s`<details
    class="series ${i}"
    id="s${r}"
    data-series="${r}"
    data-state="${i}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${c}</span>
      <span class="metric">${S(e.metric)}</span>
      <span class="values"
        >${F(e.before,d)} → ${F(e.after,d)}</span
      >
      <span class="change">${H(e,d)}</span>
      ${se(e,a)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${Ie(e,n).map(([p,m])=>s`<div>
              <dt>${p}</dt>
              <dd><bdi>${m}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function Ie(e,t){let n=R(e.metric,t),{evidence:r}=e,i=W(e),o=T(e)??"none",c=[["Why",e.reason],["Interval",i===void 0?o:`${o} at ${i}`],["Allowed",`${U(e,n)} (${G(e)})`],["Runs",z(e)]];r.smallestVisible!==void 0&&c.push(["Could have seen",M(r.smallestVisible)]),r.needsRepeats!==void 0&&c.push(["Needs",`${r.needsRepeats} repeats`]);let d=r.degreesOfFreedom,a=[r.method,r.p===void 0?"":Ce(r.p),d===void 0?"":`${Number(d.toPrecision(3))} degrees of freedom`];return c.push(["Method",a.filter(p=>p!=="").join(", ")]),c}function Ce(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}var P=200;function pe(e){let{build:t,conclusion:n}=e,{mark:r,word:i}=k[n],{before:o,after:c,links:d={}}=t,a=Object.entries(d).filter(([,p])=>/^https?:\/\//.test(p));return s`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${i}</h1>
    <p class="headline">${E(e)}</p>
    <p class="compared">
      ${D(t)?"":s`<span class="before"
                ><bdi>${o.label}</bdi> <code>${O(o.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${c.label}</bdi> <code>${O(c.commit)}</code></span
      >
    </p>
    ${a.length===0?"":s`<p class="links">
            ${a.map(([p,m])=>s`<a href="${m}" rel="noopener noreferrer"><bdi>${p}</bdi></a> `)}
          </p>`}
  </header>`}function ue(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((i,[,o])=>i+o,0);return s`<div class="toolbar">
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
  </div>`}function me({brokenTests:e}){return e.length===0?s``:s`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,P).map(t=>s`<li>
            <b><bdi>${t.name}</bdi></b> ${Y(t)}
          </li>`)}
    </ul>
    ${be(e.length)}
  </section>`}function fe(e){let t=X(e);return t.length===0?s``:s`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>s`<li>${n}</li>`)}
    </ul>
  </section>`}function he({problems:e}){return e.length===0?s``:s`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${e.slice(0,P).map(t=>{let n=_(t),{sentence:r,quoted:i}=Z(t);return s`<li>
          <code>${t.code}</code> ${r}
          ${n===""?"":s`<span class="quiet"><bdi>${n}</bdi></span>`}
          ${i.map(o=>s`<samp class="quoted">${o}</samp>`)}
        </li>`})}
    </ul>
    ${be(e.length)}
  </section>`}function ge(e){return s`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${K(e).map(({label:t,text:n})=>s`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function be(e){return e<=P?s``:s`<p class="quiet">and ${(e-P).toLocaleString("en-US")} more</p>`}var De=1e3;function $e(e,t){let n=y(e),r=le(e,De),i=J(e.metrics),o=new Map(r.series.map((u,w)=>[u,w])),c=new Set(r.series.map(({metric:u})=>u)),d=e.metrics.filter(({name:u})=>c.has(u)).map(({name:u})=>[u,S(u)]),a=["default-src 'none'",`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'","base-uri 'none'","form-action 'none'"].join("; "),p=x(`<style>${t.style}</style>`),m=x(`<script>${t.script}</script>`),$=x(`<script type="application/json" id="${ae}">${re(r)}</script>`);return s`<!doctype html>
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
        ${pe(e)}
        <main>
          ${me(n)}
          <section aria-labelledby="series">
            <h2 id="series" tabindex="-1">Series</h2>
            ${r.series.length===0?s`<p>There are none.</p>`:s`${ue(n,d)} ${Je}`}
            ${Le(r.series.length,e.series.length)}
            <noscript
              ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
            >
            <div id="spans">
              ${C(r.series,e.spans).map(u=>de(u,o,i))}
            </div>
          </section>
          <section id="slices" aria-labelledby="slices-title" hidden>
            <h2 id="slices-title">Slices by annotation</h2>
            <div class="fields"></div>
            <div class="drawing"></div>
          </section>
          ${fe(e)} ${he(e)} ${ge(e)}
        </main>
        ${$} ${m}
      </body>
    </html> `.text}var Je=s`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function Le(e,t){if(e===t)return s``;let n=r=>r.toLocaleString("en-US");return s`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}l();var we=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function ye(e){let t=r=>{let i=we.indexOf(r);return i===-1?we.length:i};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[i])=>t(r)-t(i)||(r<i?-1:1)).map(([r,i])=>`  ${JSON.stringify(r)}: ${qe(i)}`).join(`,
`)}
}
`}function qe(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${j(t)}`).join(`,
`)}
  ]`:j(e)}function j(e){if(!He(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(j).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let i=t[r];i!==void 0&&(n+=`,${JSON.stringify(r)}:${j(i)}`)}return`{${n.slice(1)}}`}function He(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var Me={verdict:"verdict.json",page:"report.html"};function Jt(e,t,n){let r=Te("sha256").update(n.script).digest("base64"),i=Se(e,Me.page);return ke(Se(e,Me.verdict),ye(t)),ke(i,$e(t,{...n,scriptSha256:r})),i}function ke(e,t){We(e,{recursive:!0,force:!0}),Ue(e,t,{flag:"wx"})}l();function Tt({reason:e,evidence:t}){if(t.smallestVisible===void 0)return[e];let n=M(t.smallestVisible);return[e,n.startsWith("too")?n:`could have seen ${n}`]}export{Tt as a,Ee as b,N as c,Me as d,Jt as e};

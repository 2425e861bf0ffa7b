import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{$ as z,E as S,G as L,Q as q,R as A,S as T,T as W,U as F,V as H,W as M,X as U,_ as G,a as C,aa as E,ca as K,da as k,ea as Q,fa as O,ga as X,h as j,ha as Y,ia as Z,ja as _,ka as ee,n as I,na as te,w as D,x as y,z as J}from"./chunk-chunk-GSUG4MRL.js";import{f as a}from"./chunk-chunk-OMPP6GCX.js";a();import{createHash as Xe}from"node:crypto";import{rmSync as Ye,writeFileSync as Ze}from"node:fs";import{join as Ve}from"node:path";a();a();a();a();a();function tt(e,t){let n=[],r=[];for(let{values:h,rejected:p,location:w}of[e.before,e.after]){let Re=new Set(p);for(let[je,B]of h.entries())B!==null&&(Re.has(je)?r:n).push(B);w!==void 0&&n.push(w)}let s=N(e,t);s!==void 0&&n.push(s);let o=Ae(e);o!==void 0&&n.push(o.low,o.high);let l=n.length>0?n:r;if(l.length===0)return{low:0,high:1};let[d,c]=[ne(l),re(l)],u=c-d||c*.02||1,m=r.filter(h=>h>=d-u&&h<=c+u),$=u*.12;return{low:Math.max(0,ne([d,...m])-$),high:re([c,...m])+$}}function N({before:e,threshold:t},n){let{relative:r=0,absolute:s=0}=t;if(e.location===void 0||r+s===0)return;let o=Math.max(e.location*r,s);return n==="lower"?e.location+o:Math.max(0,e.location-o)}function Ae({before:e,evidence:t}){let{lower:n,upper:r}=t.interval??{};if(!(e.location===void 0||n===void 0||r===void 0))return{low:e.location*(1+n),high:e.location*(1+r)}}function ne(e){return e.reduce((t,n)=>Math.min(t,n))}function re(e){return e.reduce((t,n)=>Math.max(t,n))}a();var g=class{text;constructor(t){this.text=t}},Fe={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Oe(e){return C(e).replace(/[&<>"']/g,t=>Fe[t]??"")}function i(e,...t){let n=e.map((r,s)=>{let o=r.replace(/\n\s*/g,`
`);return s<t.length?o+se(t[s]??""):o});return new g(n.join(""))}function x(e){return new g(e)}function se(e){return e instanceof g?e.text:typeof e=="string"?Oe(e):typeof e=="number"?String(e):e.map(se).join("")}function ie(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var b=120,f=18,oe=Math.log(1.5);function ae(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return i``;let s=V(r?.lower??(r===void 0?n:-1)),o=V(r?.upper??(r===void 0?n:1/0));return i`<svg
    class="interval"
    viewBox="0 0 ${b} ${f}"
    width="${b}"
    height="${f}"
    aria-hidden="true"
  >
    <path class="zero" d="M${b/2} 0V${f}" />
    ${Ne(e,t)}
    <path class="range" d="M${s} ${f/2}H${Math.max(o,s+1)}" />
    ${Be(n)}
  </svg>`}function Ne(e,t){let n=e.before.location,r=N(e,t);return r===void 0||n===void 0||n===0?i``:i`<path class="limit" d="M${V(r/n-1)} 2V${f-2}" />`}function Be(e){let t=V(e),n=f/2;if(Math.abs(ce(e))<=oe)return i`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return i`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function ce(e){return e<=-1?-1/0:Math.log1p(e)}function V(e){let t=Math.max(-1,Math.min(1,ce(e)/oe));return Math.round((b/2+t*(b/2-4))*10)/10}a();var le="perigee-data";function de({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Ce(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let s of n)r.push(...s.slice(0,t-r.length));return r}function ue(e,t){let n=Ce(y(e),t),{metrics:r,spreads:s=[]}=e,o=new Set(s.length===0?[]:n.map(j));return{metrics:r,series:n,spreads:s.filter(l=>o.has(j(l)))}}var v={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function pe(e,t,n){let[r]=e.series,s=e.series.filter(({state:c})=>c==="not-regressed"),o=e.series.filter(({state:c})=>c!=="not-regressed"),l=c=>Je(c,t,n),d=W(r.annotations);return i`<section class="span${o.length===0?" calm":""}">
    <h3><bdi>${T(r)}</bdi></h3>
    <p class="tags">
      ${d.map(c=>i`<span><bdi>${c}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${De(e)} ${o.map(l)} ${Ie(s,l)}
  </section>`}function Ie(e,t){if(e.length===0)return i``;let n=e.length===1?"1 metric":`${e.length} metrics`;return i`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function De({evidence:e}){if(e===void 0)return i``;let t=Y(e.movements);return t.length===0&&e.patterns.length===0?i``:i`<div class="meaning">
    ${e.patterns.map(({text:n})=>i`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>i`<li>${n}</li>`)}
    </ul>
  </div>`}function Je(e,t,n){let r=t.get(e)??-1,s=de(e),{mark:o,word:l}=v[s],d=A(e.metric,n),c=n.get(e.metric)?.direction??"lower";return i`<details
    class="series ${s}"
    id="s${r}"
    data-series="${r}"
    data-state="${s}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${l}</span>
      <span class="metric">${S(e.metric)}</span>
      <span class="values"
        >${F(e.before,d)} → ${F(e.after,d)}</span
      >
      <span class="change">${H(e,d)}</span>
      ${ae(e,c)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${Le(e,n).map(([u,m])=>i`<div>
              <dt>${u}</dt>
              <dd><bdi>${m}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function Le(e,t){let n=A(e.metric,t),{evidence:r}=e,s=G(e),o=U(e)??"none",l=[["Why",e.reason],["Interval",s===void 0?o:`${o} at ${s}`],["Allowed",`${z(e,n)} (${E(e)})`],["Runs",K(e)]];r.smallestVisible!==void 0&&l.push(["Could have seen",M(r.smallestVisible)]),r.needsRepeats!==void 0&&l.push(["Needs",`${r.needsRepeats} repeats`]);let d=r.degreesOfFreedom,c=[r.method,r.p===void 0?"":qe(r.p),d===void 0?"":`${Number(d.toPrecision(3))} degrees of freedom`];return l.push(["Method",c.filter(u=>u!=="").join(", ")]),l}function qe(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}a();var Te=new Set(["submodules-empty","service-missing","test-not-started","warm-up-not-passed","failed-output","test-failed","test-timed-out","benchmarks-failed"]),We=new Set(["test-stopped","test-not-measured","executions-not-passed"]),He=new Set(["results-detected","log-cut","old-runs-not-removed","worktrees-not-removed","problems-left-out"]);function Ue({code:e}){return Te.has(e)}function fe(e){return e.toSorted((t,n)=>me(t)-me(n))}function me(e){return Ue(e)?0:We.has(e.code)?1:D(e)?3:I(e)?4:He.has(e.code)?5:2}var P=200;function he(e){let{build:t,conclusion:n}=e,{mark:r,word:s}=k[n],{before:o,after:l,links:d={}}=t,c=Object.entries(d).filter(([,u])=>/^https?:\/\//.test(u));return i`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${s}</h1>
    <p class="headline">${Q(e)}</p>
    <p class="compared">
      ${L(t)?"":i`<span class="before"
                ><bdi>${o.label}</bdi> <code>${O(o.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${l.label}</bdi> <code>${O(l.commit)}</code></span
      >
    </p>
    ${c.length===0?"":i`<p class="links">
            ${c.map(([u,m])=>i`<a href="${m}" rel="noopener noreferrer"><bdi>${u}</bdi></a> `)}
          </p>`}
  </header>`}function ge(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((s,[,o])=>s+o,0);return i`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${r.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([s,o])=>o===0?"":i`<button type="button" data-show="${s}" class="${s}" aria-pressed="false">
              <b>${o.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${v[s].mark}</span> ${v[s].word}
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
          ${t.map(([s,o])=>i`<option value="${s}">${o}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}function be({brokenTests:e}){return e.length===0?i``:i`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,P).map(t=>i`<li>
            <b><bdi>${t.name}</bdi></b> ${_(t)}
          </li>`)}
    </ul>
    ${Se(e.length)}
  </section>`}function $e(e){let t=Z(e);return t.length===0?i``:i`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>i`<li>${n}</li>`)}
    </ul>
  </section>`}function we({problems:e}){return e.length===0?i``:i`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${fe(e).slice(0,P).map(t=>{let n=te(t),{sentence:r,quoted:s}=ee(t);return i`<li>
            <code>${t.code}</code> ${r}
            ${n===""?"":i`<span class="quiet"><bdi>${n}</bdi></span>`}
            ${s.map(o=>i`<samp class="quoted">${o}</samp>`)}
          </li>`})}
    </ul>
    ${Se(e.length)}
  </section>`}function ye(e){return i`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${X(e).map(({label:t,text:n})=>i`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function Se(e){return e<=P?i``:i`<p class="quiet">and ${(e-P).toLocaleString("en-US")} more</p>`}var Ge=1e3;function Me(e,t){let n=y(e),r=ue(e,Ge),s=q(e.metrics),o=new Map(r.series.map((p,w)=>[p,w])),l=new Set(r.series.map(({metric:p})=>p)),d=e.metrics.filter(({name:p})=>l.has(p)).map(({name:p})=>[p,S(p)]),c=["default-src 'none'",`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'","base-uri 'none'","form-action 'none'"].join("; "),u=x(`<style>${t.style}</style>`),m=x(`<script>${t.script}</script>`),$=x(`<script type="application/json" id="${le}">${ie(r)}</script>`);return i`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${c}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${k[e.conclusion].word}: ${e.build.suite} · Perigee</title>
        ${u}
      </head>
      <body>
        <a class="skip" href="#series">Skip to the series</a>
        ${he(e)}
        <main>
          ${be(n)}
          <section aria-labelledby="series">
            <h2 id="series" tabindex="-1">Series</h2>
            ${r.series.length===0?i`<p>There are none.</p>`:i`${ge(n,d)} ${ze}`}
            ${Ee(r.series.length,e.series.length)}
            <noscript
              ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
            >
            <div id="spans">
              ${J(r.series,e.spans).map(p=>pe(p,o,s))}
            </div>
          </section>
          <section id="slices" aria-labelledby="slices-title" hidden>
            <h2 id="slices-title">Slices by annotation</h2>
            <div class="fields"></div>
            <div class="drawing"></div>
          </section>
          ${$e(e)} ${we(e)} ${ye(e)}
        </main>
        ${$} ${m}
      </body>
    </html> `.text}var ze=i`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function Ee(e,t){if(e===t)return i``;let n=r=>r.toLocaleString("en-US");return i`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}a();var ke=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function xe(e){let t=r=>{let s=ke.indexOf(r);return s===-1?ke.length:s};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[s])=>t(r)-t(s)||(r<s?-1:1)).map(([r,s])=>`  ${JSON.stringify(r)}: ${Ke(s)}`).join(`,
`)}
}
`}function Ke(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${R(t)}`).join(`,
`)}
  ]`:R(e)}function R(e){if(!Qe(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(R).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let s=t[r];s!==void 0&&(n+=`,${JSON.stringify(r)}:${R(s)}`)}return`{${n.slice(1)}}`}function Qe(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var ve={verdict:"verdict.json",page:"report.html"};function Yt(e,t,n){let r=Xe("sha256").update(n.script).digest("base64"),s=Ve(e,ve.page);return Pe(Ve(e,ve.verdict),xe(t)),Pe(s,Me(t,{...n,scriptSha256:r})),s}function Pe(e,t){Ye(e,{recursive:!0,force:!0}),Ze(e,t,{flag:"wx"})}a();function tn({reason:e,evidence:t}){if(t.smallestVisible===void 0)return[e];let n=M(t.smallestVisible);return[e,n.startsWith("too")?n:`could have seen ${n}`]}export{tn as a,fe as b,tt as c,N as d,ve as e,Yt as f};

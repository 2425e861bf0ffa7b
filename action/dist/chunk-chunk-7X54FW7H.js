import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as ne,c as re}from"./chunk-chunk-ZLR36VNJ.js";import{a as ie}from"./chunk-chunk-DXJVYNL2.js";import{Ca as W,Da as V,Ea as $,Fa as A,Ga as P,Ha as b,Ia as S,Ja as E,Ka as R,La as G,Ma as O,Na as z,Pa as K,Qa as m,Ra as Q,Sa as y,T as h,Ta as X,Ua as J,Va as Y,Wa as Z,Xa as _,Ya as L,Za as ee,a as v,ab as te,sa as T,wa as g,xa as D,ya as H}from"./chunk-chunk-WY26FWMW.js";import{createHash as Xe}from"node:crypto";import{rmSync as Ye,writeFileSync as Ze}from"node:fs";import{join as xe}from"node:path";var M=class{text;constructor(t){this.text=t}},je={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Ce(e){return m(e).replace(/[&<>"']/g,t=>je[t]??"")}function o(e,...t){let n=e.map((r,i)=>{let s=r.replace(/\n\s*/g,`
`);return i<t.length?s+se(t[i]??""):s});return new M(n.join(""))}function N(e){return new M(e)}function se(e){return e instanceof M?e.text:typeof e=="string"?Ce(e):typeof e=="number"?String(e):e.map(se).join("")}function oe(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var k=120,w=18,ae=Math.log(1.5);function ce(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return o``;let i=B(r?.lower??(r===void 0?n:-1)),s=B(r?.upper??(r===void 0?n:1/0));return o`<svg
    class="interval"
    viewBox="0 0 ${k} ${w}"
    width="${k}"
    height="${w}"
    aria-hidden="true"
  >
    <path class="zero" d="M${k/2} 0V${w}" />
    ${Te(e,t)}
    <path class="range" d="M${i} ${w/2}H${Math.max(s,i+1)}" />
    ${Je(n)}
  </svg>`}function Te(e,t){let n=e.before.location,r=re(e,t);return r===void 0||n===void 0||n===0?o``:o`<path class="limit" d="M${B(r/n-1)} 2V${w-2}" />`}function Je(e){let t=B(e),n=w/2;if(Math.abs(le(e))<=ae)return o`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return o`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function le(e){return e<=-1?-1/0:Math.log1p(e)}function B(e){let t=Math.max(-1,Math.min(1,le(e)/ae));return Math.round((k/2+t*(k/2-4))*10)/10}var de="perigee-data";function pe({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Ie(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let i of n)r.push(...i.slice(0,t-r.length));return r}function ue(e,t){let n=Ie(g(e),t),{metrics:r,spreads:i=[]}=e,s=new Set(i.length===0?[]:n.map(T));return{metrics:r,series:n,spreads:i.filter(a=>s.has(T(a)))}}var F={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function me(e,t,n){let[r]=e.series,i=e.series.filter(({state:l})=>l==="not-regressed"),s=e.series.filter(({state:l})=>l!=="not-regressed"),a=l=>De(l,t,n),c=P(r.annotations);return o`<section class="span${s.length===0?" calm":""}">
    <h3><bdi>${A(r)}</bdi></h3>
    <p class="tags">
      ${c.map(l=>o`<span><bdi>${l}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${qe(e)} ${s.map(a)} ${Ue(i,a)}
  </section>`}function Ue(e,t){if(e.length===0)return o``;let n=e.length===1?"1 metric":`${e.length} metrics`;return o`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function qe({evidence:e}){if(e===void 0)return o``;let t=Z(e.movements);return t.length===0&&e.patterns.length===0?o``:o`<div class="meaning">
    ${e.patterns.map(({text:n})=>o`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </div>`}function De(e,t,n){let r=t.get(e)??-1,i=pe(e),{mark:s,word:a}=F[i],c=$(e.metric,n),l=n.get(e.metric)?.direction??"lower";return o`<details
    class="series ${i}"
    id="s${r}"
    data-series="${r}"
    data-state="${i}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${s}</span> ${a}</span>
      <span class="metric">${h(e.metric)}</span>
      <span class="values"
        >${b(e.before,c)} → ${b(e.after,c)}</span
      >
      <span class="change">${S(e,c)}</span>
      ${ce(e,l)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${He(e,n).map(([d,u])=>o`<div>
              <dt>${d}</dt>
              <dd><bdi>${u}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function He(e,t){let n=$(e.metric,t),{evidence:r}=e,i=G(e),s=R(e)??"none",a=[["Why",e.reason],["Interval",i===void 0?s:`${s} at ${i}`],["Allowed",`${O(e,n)} (${z(e)})`],["Runs",K(e)]];r.smallestVisible!==void 0&&a.push(["Could have seen",E(r.smallestVisible)]),r.needsRepeats!==void 0&&a.push(["Needs",`${r.needsRepeats} repeats`]);let c=r.degreesOfFreedom,l=[r.method,r.p===void 0?"":We(r.p),c===void 0?"":`${Number(c.toPrecision(3))} degrees of freedom`];return a.push(["Method",l.filter(d=>d!=="").join(", ")]),a}function We(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}var j=200;function fe(e){let{build:t,conclusion:n}=e,{mark:r,word:i}=y[n],{before:s,after:a,links:c={}}=t,l=Object.entries(c).filter(([,d])=>/^https?:\/\//.test(d));return o`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${i}</h1>
    <p class="headline">${X(e)}</p>
    <p class="compared">
      ${W(t)?"":o`<span class="before"
                ><bdi>${s.label}</bdi> <code>${J(s.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${a.label}</bdi> <code>${J(a.commit)}</code></span
      >
    </p>
    ${l.length===0?"":o`<p class="links">
            ${l.map(([d,u])=>o`<a href="${u}" rel="noopener noreferrer"><bdi>${d}</bdi></a> `)}
          </p>`}
  </header>`}function he(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((i,[,s])=>i+s,0);return o`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${r.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([i,s])=>s===0?"":o`<button type="button" data-show="${i}" class="${i}" aria-pressed="false">
              <b>${s.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${F[i].mark}</span> ${F[i].word}
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
          ${t.map(([i,s])=>o`<option value="${i}">${s}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}function ge({brokenTests:e}){return e.length===0?o``:o`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,j).map(t=>o`<li>
            <b><bdi>${t.name}</bdi></b> ${L(t)}
          </li>`)}
    </ul>
    ${we(e.length)}
  </section>`}function $e(e){let t=_(e);return t.length===0?o``:o`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </section>`}function be({problems:e}){return e.length===0?o``:o`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${e.slice(0,j).map(t=>{let n=te(t),{sentence:r,quoted:i}=ee(t);return o`<li>
          <code>${t.code}</code> ${r}
          ${n===""?"":o`<span class="quiet"><bdi>${n}</bdi></span>`}
          ${i.map(s=>o`<samp class="quoted">${s}</samp>`)}
        </li>`})}
    </ul>
    ${we(e.length)}
  </section>`}function ye(e){return o`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${Y(e).map(({label:t,text:n})=>o`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function we(e){return e<=j?o``:o`<p class="quiet">and ${(e-j).toLocaleString("en-US")} more</p>`}var Ee=1e3;function Se(e,t){let n=g(e),r=ue(e,Ee),i=V(e.metrics),s=new Map(r.series.map((p,x)=>[p,x])),a=new Set(r.series.map(({metric:p})=>p)),c=e.metrics.filter(({name:p})=>a.has(p)).map(({name:p})=>[p,h(p)]),l=["default-src 'none'",`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'","base-uri 'none'","form-action 'none'"].join("; "),d=N(`<style>${t.style}</style>`),u=N(`<script>${t.script}</script>`),f=N(`<script type="application/json" id="${de}">${oe(r)}</script>`);return o`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${l}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${y[e.conclusion].word}: ${e.build.suite} · Perigee</title>
        ${d}
      </head>
      <body>
        <a class="skip" href="#series">Skip to the series</a>
        ${fe(e)}
        <main>
          ${ge(n)}
          <section aria-labelledby="series">
            <h2 id="series" tabindex="-1">Series</h2>
            ${r.series.length===0?o`<p>There are none.</p>`:o`${he(n,c)} ${Ge}`}
            ${ze(r.series.length,e.series.length)}
            <noscript
              ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
            >
            <div id="spans">
              ${H(r.series,e.spans).map(p=>me(p,s,i))}
            </div>
          </section>
          <section id="slices" aria-labelledby="slices-title" hidden>
            <h2 id="slices-title">Slices by annotation</h2>
            <div class="fields"></div>
            <div class="drawing"></div>
          </section>
          ${$e(e)} ${be(e)} ${ye(e)}
        </main>
        ${f} ${u}
      </body>
    </html> `.text}var Ge=o`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function ze(e,t){if(e===t)return o``;let n=r=>r.toLocaleString("en-US");return o`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}var Me=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function ke(e){let t=r=>{let i=Me.indexOf(r);return i===-1?Me.length:i};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[i])=>t(r)-t(i)||(r<i?-1:1)).map(([r,i])=>`  ${JSON.stringify(r)}: ${Ke(i)}`).join(`,
`)}
}
`}function Ke(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${C(t)}`).join(`,
`)}
  ]`:C(e)}function C(e){if(!Qe(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(C).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let i=t[r];i!==void 0&&(n+=`,${JSON.stringify(r)}:${C(i)}`)}return`{${n.slice(1)}}`}function Qe(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var ve={verdict:"verdict.json",page:"report.html"};function Ae(e,t,n){let r=Xe("sha256").update(n.script).digest("base64"),i=xe(e,ve.page);return Ve(xe(e,ve.verdict),ke(t)),Ve(i,Se(t,{...n,scriptSha256:r})),i}function Ve(e,t){Ye(e,{recursive:!0,force:!0}),Ze(e,t,{flag:"wx"})}var _e=200;function Re(e,t){let[n]=e;if(n===void 0)return"";let r=$(n.metric,t),i=[h(n.metric),S(n,r)].join(" ").trim(),s=`allowed ${O(n,r)}`;return e.length===1?`${Pe(n)}: ${i}, ${s}`:`${Pe(n)}: ${e.length.toLocaleString("en-US")} series, first ${i}, ${s}`}function Pe({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Regressed":n.mutedUntil===void 0?"Worse":`Worse, muted until ${n.mutedUntil}`}function Oe(e,t){let n=$(e.metric,t),r=Q([A(e),...P(e.annotations)].join(" "),_e),i=`${b(e.before,n)} \u2192 ${b(e.after,n)}`,s=S(e,n),a=R(e),c=a===void 0?"":` (${a})`,l=s===""?"":`, ${s}${c}`,d=e.state==="undecided"?`; ${m(ne(e).join("; "))}`:"";return`${r}: ${h(e.metric)} ${i}${l}${d}`}var I=10,Le=5;function Ne(e,t){let{file:n,moved:r}=t,i=V(e.metrics),s=g(e),a=(c,l)=>[...Map.groupBy(l,({threshold:d})=>d.rule)].map(([d,u])=>et(c,{file:n,rule:d,line:Fe(r?.get(d)??d)},u,i));return[...U([...tt(s,t),...a("error",s.regressions)]),...U([...nt(e,t),...a("warning",s.warnings)]),...U(a("notice",s.undecided.filter(D)))]}function et(e,{file:t,rule:n,line:r},i,s){let a=i.slice(0,Le).map(f=>Oe(f,s)),c=i.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let l=i.find(({threshold:f})=>f.owner!==void 0)?.threshold.owner;l!==void 0&&a.push(`Owner: ${m(l)}`),a.push(`Threshold: ${m(n)}`);let d=Re(i,s);return{annotation:{level:e,file:t,startLine:r,title:d,message:a.join(`
`)},about:i.length}}function tt({brokenTests:e},t){return Be("error",e,t,n=>`${y.regressed.word}: ${n} ${n===1?"test does":"tests do"} worse than before`)}function nt({build:e,tests:t},n){let r=new Set(ie(t,e)),i=t.filter(({name:s})=>r.has(s));return Be("warning",i,n,s=>`Undecided: ${s} ${s===1?"test":"tests"} never passed before the change`)}function Be(e,t,{file:n,placeOfTest:r},i){return[...Map.groupBy(t,({name:a})=>Fe(r?.get(a)??""))].map(([a,c])=>{let l=i(c.length),d=rt(c);return{annotation:{level:e,file:n,startLine:a,title:l,message:d},about:c.length}})}function rt(e){let t=e.slice(0,Le),n=t.map(i=>`${m(i.name)}: ${L(i)}`),r=e.length-t.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function Fe(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function U(e){let t=e.slice(I);return e.slice(0,I).map(({annotation:n},r)=>{if(t.length===0||r<I-1)return n;let i=t.reduce((a,{about:c})=>a+c,0),s=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${i.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}async function rn(e,t,n){let{folder:r}=n,{log:i,notes:s,request:a}=e,{verdict:c}=t,l=t.isHeld&&a.failOn!=="never";l&&s.push(it),i.output("verdict",c.conclusion),i.output("exit-code",String(t.exitCode)),i.output("report-path",r),Ae(r,c,e.bundle.readPageAssets());let d=new Map(e.suite.tests.flatMap(({name:p,where:x})=>x===void 0?[]:[[p,x]])),{moved:u}=e,f={file:a.config,placeOfTest:d,...u===void 0?{}:{moved:u}};for(let p of Ne(c,f))i.annotate(p);let{failed:q}=await e.messages.showVerdict(e,t,n);return i.say(c.headline),st(c,a.failOn)?t.exitCode:l?v.undecided:q?v.wrongUsage:v.nothingRegressed}var it="This change alters what is measured, and perigee.yml before it says gate.whenSuiteChanged: block. A person has to review that, so this job fails";function st({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}export{rn as a};

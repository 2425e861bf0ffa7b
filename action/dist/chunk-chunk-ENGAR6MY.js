import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as ie,c as se,e as oe}from"./chunk-chunk-D62AAU4E.js";import{a as ae}from"./chunk-chunk-A2RVPS7G.js";import{$a as _,Aa as g,Ba as q,Ca as D,Ga as H,Ha as V,Ia as $,Ja as v,Ka as A,La as b,Ma as W,Na as z,Oa as E,Pa as T,Qa as G,Ra as K,Sa as P,Ta as Q,U as h,Va as X,Wa as m,Xa as Y,Ya as y,Za as Z,_a as C,a as x,ab as ee,bb as te,cb as R,db as ne,ga as j,gb as re}from"./chunk-chunk-R2JIT33V.js";import{createHash as _e}from"node:crypto";import{rmSync as et,writeFileSync as tt}from"node:fs";import{join as Ae}from"node:path";var S=class{text;constructor(t){this.text=t}},Je={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Ue(e){return m(e).replace(/[&<>"']/g,t=>Je[t]??"")}function o(e,...t){let n=e.map((r,i)=>{let s=r.replace(/\n\s*/g,`
`);return i<t.length?s+ce(t[i]??""):s});return new S(n.join(""))}function O(e){return new S(e)}function ce(e){return e instanceof S?e.text:typeof e=="string"?Ue(e):typeof e=="number"?String(e):e.map(ce).join("")}function le(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var M=120,w=18,de=Math.log(1.5);function pe(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return o``;let i=L(r?.lower??(r===void 0?n:-1)),s=L(r?.upper??(r===void 0?n:1/0));return o`<svg
    class="interval"
    viewBox="0 0 ${M} ${w}"
    width="${M}"
    height="${w}"
    aria-hidden="true"
  >
    <path class="zero" d="M${M/2} 0V${w}" />
    ${Ie(e,t)}
    <path class="range" d="M${i} ${w/2}H${Math.max(s,i+1)}" />
    ${qe(n)}
  </svg>`}function Ie(e,t){let n=e.before.location,r=oe(e,t);return r===void 0||n===void 0||n===0?o``:o`<path class="limit" d="M${L(r/n-1)} 2V${w-2}" />`}function qe(e){let t=L(e),n=w/2;if(Math.abs(ue(e))<=de)return o`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return o`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function ue(e){return e<=-1?-1/0:Math.log1p(e)}function L(e){let t=Math.max(-1,Math.min(1,ue(e)/de));return Math.round((M/2+t*(M/2-4))*10)/10}var me="perigee-data";function fe({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function De(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let i of n)r.push(...i.slice(0,t-r.length));return r}function he(e,t){let n=De(g(e),t),{metrics:r,spreads:i=[]}=e,s=new Set(i.length===0?[]:n.map(j));return{metrics:r,series:n,spreads:i.filter(a=>s.has(j(a)))}}var N={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function ge(e,t,n){let[r]=e.series,i=e.series.filter(({state:l})=>l==="not-regressed"),s=e.series.filter(({state:l})=>l!=="not-regressed"),a=l=>ze(l,t,n),c=A(r.annotations);return o`<section class="span${s.length===0?" calm":""}">
    <h3><bdi>${v(r)}</bdi></h3>
    <p class="tags">
      ${c.map(l=>o`<span><bdi>${l}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${We(e)} ${s.map(a)} ${He(i,a)}
  </section>`}function He(e,t){if(e.length===0)return o``;let n=e.length===1?"1 metric":`${e.length} metrics`;return o`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function We({evidence:e}){if(e===void 0)return o``;let t=ee(e.movements);return t.length===0&&e.patterns.length===0?o``:o`<div class="meaning">
    ${e.patterns.map(({text:n})=>o`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </div>`}function ze(e,t,n){let r=t.get(e)??-1,i=fe(e),{mark:s,word:a}=N[i],c=$(e.metric,n),l=n.get(e.metric)?.direction??"lower";return o`<details
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
      <span class="change">${W(e,c)}</span>
      ${pe(e,l)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${Ee(e,n).map(([d,u])=>o`<div>
              <dt>${d}</dt>
              <dd><bdi>${u}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function Ee(e,t){let n=$(e.metric,t),{evidence:r}=e,i=K(e),s=E(e)??"none",a=[["Why",e.reason],["Interval",i===void 0?s:`${s} at ${i}`],["Allowed",`${P(e,n)} (${Q(e)})`],["Runs",X(e)]];r.smallestVisible!==void 0&&a.push(["Could have seen",z(r.smallestVisible)]),r.needsRepeats!==void 0&&a.push(["Needs",`${r.needsRepeats} repeats`]);let c=r.degreesOfFreedom,l=[r.method,r.p===void 0?"":Ge(r.p),c===void 0?"":`${Number(c.toPrecision(3))} degrees of freedom`];return a.push(["Method",l.filter(d=>d!=="").join(", ")]),a}function Ge(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}var B=200;function $e(e){let{build:t,conclusion:n}=e,{mark:r,word:i}=y[n],{before:s,after:a,links:c={}}=t,l=Object.entries(c).filter(([,d])=>/^https?:\/\//.test(d));return o`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${i}</h1>
    <p class="headline">${Z(e)}</p>
    <p class="compared">
      ${H(t)?"":o`<span class="before"
                ><bdi>${s.label}</bdi> <code>${C(s.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${a.label}</bdi> <code>${C(a.commit)}</code></span
      >
    </p>
    ${l.length===0?"":o`<p class="links">
            ${l.map(([d,u])=>o`<a href="${u}" rel="noopener noreferrer"><bdi>${d}</bdi></a> `)}
          </p>`}
  </header>`}function be(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((i,[,s])=>i+s,0);return o`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${r.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([i,s])=>s===0?"":o`<button type="button" data-show="${i}" class="${i}" aria-pressed="false">
              <b>${s.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${N[i].mark}</span> ${N[i].word}
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
  </div>`}function ye({brokenTests:e}){return e.length===0?o``:o`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,B).map(t=>o`<li>
            <b><bdi>${t.name}</bdi></b> ${R(t)}
          </li>`)}
    </ul>
    ${ke(e.length)}
  </section>`}function we(e){let t=te(e);return t.length===0?o``:o`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </section>`}function Se({problems:e}){return e.length===0?o``:o`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${se(e).slice(0,B).map(t=>{let n=re(t),{sentence:r,quoted:i}=ne(t);return o`<li>
            <code>${t.code}</code> ${r}
            ${n===""?"":o`<span class="quiet"><bdi>${n}</bdi></span>`}
            ${i.map(s=>o`<samp class="quoted">${s}</samp>`)}
          </li>`})}
    </ul>
    ${ke(e.length)}
  </section>`}function Me(e){return o`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${_(e).map(({label:t,text:n})=>o`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function ke(e){return e<=B?o``:o`<p class="quiet">and ${(e-B).toLocaleString("en-US")} more</p>`}var Ke=1e3;function xe(e,t){let n=g(e),r=he(e,Ke),i=V(e.metrics),s=new Map(r.series.map((p,k)=>[p,k])),a=new Set(r.series.map(({metric:p})=>p)),c=e.metrics.filter(({name:p})=>a.has(p)).map(({name:p})=>[p,h(p)]),l=["default-src 'none'",`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'","base-uri 'none'","form-action 'none'"].join("; "),d=O(`<style>${t.style}</style>`),u=O(`<script>${t.script}</script>`),f=O(`<script type="application/json" id="${me}">${le(r)}</script>`);return o`<!doctype html>
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
        ${$e(e)}
        <main>
          ${ye(n)}
          <section aria-labelledby="series">
            <h2 id="series" tabindex="-1">Series</h2>
            ${r.series.length===0?o`<p>There are none.</p>`:o`${be(n,c)} ${Qe}`}
            ${Xe(r.series.length,e.series.length)}
            <noscript
              ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
            >
            <div id="spans">
              ${D(r.series,e.spans).map(p=>ge(p,s,i))}
            </div>
          </section>
          <section id="slices" aria-labelledby="slices-title" hidden>
            <h2 id="slices-title">Slices by annotation</h2>
            <div class="fields"></div>
            <div class="drawing"></div>
          </section>
          ${we(e)} ${Se(e)} ${Me(e)}
        </main>
        ${f} ${u}
      </body>
    </html> `.text}var Qe=o`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function Xe(e,t){if(e===t)return o``;let n=r=>r.toLocaleString("en-US");return o`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}var Ve=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function ve(e){let t=r=>{let i=Ve.indexOf(r);return i===-1?Ve.length:i};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[i])=>t(r)-t(i)||(r<i?-1:1)).map(([r,i])=>`  ${JSON.stringify(r)}: ${Ye(i)}`).join(`,
`)}
}
`}function Ye(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${F(t)}`).join(`,
`)}
  ]`:F(e)}function F(e){if(!Ze(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(F).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let i=t[r];i!==void 0&&(n+=`,${JSON.stringify(r)}:${F(i)}`)}return`{${n.slice(1)}}`}function Ze(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var Pe={verdict:"verdict.json",page:"report.html"};function Oe(e,t,n){let r=_e("sha256").update(n.script).digest("base64"),i=Ae(e,Pe.page);return Re(Ae(e,Pe.verdict),ve(t)),Re(i,xe(t,{...n,scriptSha256:r})),i}function Re(e,t){et(e,{recursive:!0,force:!0}),tt(e,t,{flag:"wx"})}var nt=200;function Ne(e,t){let[n]=e;if(n===void 0)return"";let r=$(n.metric,t),i=[h(n.metric),T(n,r)].join(" ").trim(),s=`allowed ${P(n,r)}`;return e.length===1?`${Le(n)}: ${i}, ${s}`:`${Le(n)}: ${e.length.toLocaleString("en-US")} series, first ${i}, ${s}`}function Le({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Regressed":n.mutedUntil===void 0?"Worse":`Worse, muted until ${n.mutedUntil}`}function Be(e,t){let n=$(e.metric,t),r=Y([v(e),...A(e.annotations)].join(" "),nt),i=`${b(e.before,n)} \u2192 ${b(e.after,n)}`,s=T(e,n),a=G(e,n),c=a===void 0?"":` (${a})`,l=s===""?"":`, ${s}${c}`,d=e.state==="undecided"?`; ${m(ie(e).join("; "))}`:"";return`${r}: ${h(e.metric)} ${i}${l}${d}`}var J=10,Fe=5;function je(e,t){let{file:n,moved:r}=t,i=V(e.metrics),s=g(e),a=(c,l)=>[...Map.groupBy(l,({threshold:d})=>d.rule)].map(([d,u])=>rt(c,{file:n,rule:d,line:Ce(r?.get(d)??d)},u,i));return[...U([...it(s,t),...a("error",s.regressions)]),...U([...st(e,t),...a("warning",s.warnings)]),...U(a("notice",s.undecided.filter(q)))]}function rt(e,{file:t,rule:n,line:r},i,s){let a=i.slice(0,Fe).map(f=>Be(f,s)),c=i.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let l=i.find(({threshold:f})=>f.owner!==void 0)?.threshold.owner;l!==void 0&&a.push(`Owner: ${m(l)}`),a.push(`Threshold: ${m(n)}`);let d=Ne(i,s);return{annotation:{level:e,file:t,startLine:r,title:d,message:a.join(`
`)},about:i.length}}function it({brokenTests:e},t){return Te("error",e,t,n=>`${y.regressed.word}: ${n} ${n===1?"test does":"tests do"} worse than before`)}function st({build:e,tests:t},n){let r=new Set(ae(t,e)),i=t.filter(({name:s})=>r.has(s));return Te("warning",i,n,s=>`Undecided: ${s} ${s===1?"test":"tests"} never passed before the change`)}function Te(e,t,{file:n,placeOfTest:r},i){return[...Map.groupBy(t,({name:a})=>Ce(r?.get(a)??""))].map(([a,c])=>{let l=i(c.length),d=ot(c);return{annotation:{level:e,file:n,startLine:a,title:l,message:d},about:c.length}})}function ot(e){let t=e.slice(0,Fe),n=t.map(i=>`${m(i.name)}: ${R(i)}`),r=e.length-t.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function Ce(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function U(e){let t=e.slice(J);return e.slice(0,J).map(({annotation:n},r)=>{if(t.length===0||r<J-1)return n;let i=t.reduce((a,{about:c})=>a+c,0),s=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${i.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}async function cn(e,t,n){let{folder:r}=n,{log:i,notes:s,request:a}=e,{verdict:c}=t,l=t.isHeld&&a.failOn!=="never";l&&s.push(at),i.output("verdict",c.conclusion),i.output("exit-code",String(t.exitCode)),i.output("report-path",r),Oe(r,c,e.bundle.readPageAssets());let d=new Map(e.suite.tests.flatMap(({name:p,where:k})=>k===void 0?[]:[[p,k]])),{moved:u}=e,f={file:a.config,placeOfTest:d,...u===void 0?{}:{moved:u}};for(let p of je(c,f))i.annotate(p);let{failed:I}=await e.messages.showVerdict(e,t,n);return i.say(c.headline),ct(c,a.failOn)?t.exitCode:l?x.undecided:I?x.wrongUsage:x.nothingRegressed}var at="This change alters what is measured, and perigee.yml before it says gate.whenSuiteChanged: block. A person has to review that, so this job fails";function ct({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}export{cn as a};

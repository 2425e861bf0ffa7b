import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as ie,b as se,c as oe,e as ae,g as ce}from"./chunk-chunk-W5URJLQP.js";import{f as de,g as le,h as ue}from"./chunk-chunk-H7ORJ6LX.js";import{a as pe,c as me,g as fe}from"./chunk-chunk-FTVRV3XC.js";import{$a as z,A as g,Bb as re,La as T,_a as $,a as m,ab as G,db as A,eb as b,fb as P,gb as O,hb as y,ib as K,jb as U,kb as k,lb as R,mb as Q,nb as L,ob as X,q as h,qb as Y,r as W,rb as w,sb as Z,tb as D,ub as _,v as E,vb as ee,wb as te,xb as B,yb as ne}from"./chunk-chunk-WZJ7Z65G.js";import{createHash as ct}from"node:crypto";import{rmSync as dt,writeFileSync as lt}from"node:fs";import{join as Ce}from"node:path";var x=class{text;constructor(t){this.text=t}},ze={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Ge(e){return h(e).replace(/[&<>"']/g,t=>ze[t]??"")}function o(e,...t){let n=e.map((r,i)=>{let s=r.replace(/\n\s*/g,`
`);return i<t.length?s+he(t[i]??""):s});return new x(n.join(""))}function N(e){return new x(e)}function he(e){return e instanceof x?e.text:typeof e=="string"?Ge(e):typeof e=="number"?String(e):e.map(he).join("")}function ge(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var M=120,S=18,$e=Math.log(1.5);function be(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return o``;let i=C(r?.lower??(r===void 0?n:-1)),s=C(r?.upper??(r===void 0?n:1/0));return o`<svg
    class="interval"
    viewBox="0 0 ${M} ${S}"
    width="${M}"
    height="${S}"
    aria-hidden="true"
  >
    <path class="zero" d="M${M/2} 0V${S}" />
    ${Ke(e,t)}
    <path class="range" d="M${i} ${S/2}H${Math.max(s,i+1)}" />
    ${Qe(n)}
  </svg>`}function Ke(e,t){let n=e.before.location,r=ce(e,t);return r===void 0||n===void 0||n===0?o``:o`<path class="limit" d="M${C(r/n-1)} 2V${S-2}" />`}function Qe(e){let t=C(e),n=S/2;if(Math.abs(ye(e))<=$e)return o`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return o`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function ye(e){return e<=-1?-1/0:Math.log1p(e)}function C(e){let t=Math.max(-1,Math.min(1,ye(e)/$e));return Math.round((M/2+t*(M/2-4))*10)/10}var we="perigee-data";function Se({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Xe(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let i of n)r.push(...i.slice(0,t-r.length));return r}function ke(e,t){let n=Xe($(e),t),{metrics:r,spreads:i=[]}=e,s=new Set(i.length===0?[]:n.map(T));return{metrics:r,series:n,spreads:i.filter(a=>s.has(T(a)))}}var F={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function xe(e,t,n){let[r]=e.series,i=e.series.filter(({state:d})=>d==="not-regressed"),s=e.series.filter(({state:d})=>d!=="not-regressed"),a=d=>_e(d,t,n),c=O(r.annotations);return o`<section class="span${s.length===0?" calm":""}">
    <h3><bdi>${P(r)}</bdi></h3>
    <p class="tags">
      ${c.map(d=>o`<span><bdi>${d}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${Ze(e)} ${s.map(a)} ${Ye(i,a)}
  </section>`}function Ye(e,t){if(e.length===0)return o``;let n=e.length===1?"1 metric":`${e.length} metrics`;return o`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function Ze({evidence:e}){if(e===void 0)return o``;let t=ee(e.movements);return t.length===0&&e.patterns.length===0?o``:o`<div class="meaning">
    ${e.patterns.map(({text:n})=>o`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </div>`}function _e(e,t,n){let r=t.get(e)??-1,i=Se(e),{mark:s,word:a}=F[i],c=b(e.metric,n),d=n.get(e.metric)?.direction??"lower";return o`<details
    class="series ${i}"
    id="s${r}"
    data-series="${r}"
    data-state="${i}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${s}</span> ${a}</span>
      <span class="metric">${g(e.metric)}</span>
      <span class="values"
        >${y(e.before,c)} → ${y(e.after,c)}</span
      >
      <span class="change">${k(e,c)}</span>
      ${be(e,d)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${et(e,n).map(([l,u])=>o`<div>
              <dt>${l}</dt>
              <dd><bdi>${u}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function et(e,t){let n=b(e.metric,t),{evidence:r}=e,i=Q(e),s=U(e)??"none",a=[["Why",e.reason],["Interval",i===void 0?s:`${s} at ${i}`],...tt(e,n),["Allowed",`${L(e,n)} (${X(e)})`],["Runs",Y(e)]];r.smallestVisible!==void 0&&a.push(["Could have seen",K(r.smallestVisible)]),r.needsRepeats!==void 0&&a.push(["Needs",`${r.needsRepeats} repeats`]);let c=r.degreesOfFreedom,d=[r.method,r.p===void 0?"":nt(r.p),c===void 0?"":`${Number(c.toPrecision(3))} degrees of freedom`];return a.push(["Method",d.filter(l=>l!=="").join(", ")]),a}function tt(e,t){let n=R(e,t);return n===void 0||n===U(e)?[]:[["Change",n]]}function nt(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}var v=200;function Me(e){let{build:t,conclusion:n}=e,{mark:r,word:i}=w[n],{before:s,after:a,links:c={}}=t,d=Object.entries(c).filter(([,l])=>/^https?:\/\//.test(l));return o`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${i}</h1>
    <p class="headline">${Z(e)}</p>
    <p class="compared">
      ${E(t)?"":o`<span class="before"
                ><bdi>${s.label}</bdi> <code>${D(s.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${a.label}</bdi> <code>${D(a.commit)}</code></span
      >
    </p>
    ${d.length===0?"":o`<p class="links">
            ${d.map(([l,u])=>o`<a href="${u}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function ve(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((i,[,s])=>i+s,0);return o`<div class="toolbar">
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
  </div>`}function Ve({brokenTests:e}){return e.length===0?o``:o`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,v).map(t=>o`<li>
            <b><bdi>${t.name}</bdi></b> ${B(t)}
          </li>`)}
    </ul>
    ${q(e.length)}
  </section>`}function Ae(e){let t=oe(e);return t.length===0?o``:o`<section aria-labelledby="left-out">
    <h2 id="left-out">${se}</h2>
    <ul class="plain">
      ${t.slice(0,v).map(({label:n,text:r})=>o`<li>
            <b><bdi>${n}</bdi></b> ${r}
          </li>`)}
    </ul>
    ${q(t.length)}
  </section>`}function Pe(e){let t=te(e);return t.length===0?o``:o`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </section>`}function Oe({problems:e}){return e.length===0?o``:o`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${ae(e).slice(0,v).map(t=>{let n=re(t),{sentence:r,quoted:i}=ne(t);return o`<li>
            <code>${t.code}</code> ${r}
            ${n===""?"":o`<span class="quiet"><bdi>${n}</bdi></span>`}
            ${i.map(s=>o`<samp class="quoted">${s}</samp>`)}
          </li>`})}
    </ul>
    ${q(e.length)}
  </section>`}function Re(e){return o`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${_(e).map(({label:t,text:n})=>o`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function q(e){return e<=v?o``:o`<p class="quiet">and ${(e-v).toLocaleString("en-US")} more</p>`}var rt=1e3;function Le(e,t){let n=$(e),r=ke(e,rt),i=A(e.metrics),s=new Map(r.series.map((p,V)=>[p,V])),a=new Set(r.series.map(({metric:p})=>p)),c=e.metrics.filter(({name:p})=>a.has(p)).map(({name:p})=>[p,g(p)]),d=["default-src 'none'",`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'","base-uri 'none'","form-action 'none'"].join("; "),l=N(`<style>${t.style}</style>`),u=N(`<script>${t.script}</script>`),f=N(`<script type="application/json" id="${we}">${ge(r)}</script>`);return o`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${d}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${w[e.conclusion].word}: ${e.build.suite} · Perigee</title>
        ${l}
      </head>
      <body>
        <a class="skip" href="#series">Skip to the series</a>
        ${Me(e)}
        <main>
          ${Ve(n)}
          <section aria-labelledby="series">
            <h2 id="series" tabindex="-1">Series</h2>
            ${r.series.length===0?o`<p>There are none.</p>`:o`${ve(n,c)} ${it}`}
            ${st(r.series.length,e.series.length)}
            <noscript
              ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
            >
            <div id="spans">
              ${G(r.series,e.spans).map(p=>xe(p,s,i))}
            </div>
          </section>
          <section id="slices" aria-labelledby="slices-title" hidden>
            <h2 id="slices-title">Slices by annotation</h2>
            <div class="fields"></div>
            <div class="drawing"></div>
          </section>
          ${Ae(e)} ${Pe(e)} ${Oe(e)}
          ${Re(e)}
        </main>
        ${f} ${u}
      </body>
    </html> `.text}var it=o`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function st(e,t){if(e===t)return o``;let n=r=>r.toLocaleString("en-US");return o`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}var Be=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function Ne(e){let t=r=>{let i=Be.indexOf(r);return i===-1?Be.length:i};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[i])=>t(r)-t(i)||(r<i?-1:1)).map(([r,i])=>`  ${JSON.stringify(r)}: ${ot(i)}`).join(`,
`)}
}
`}function ot(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${J(t)}`).join(`,
`)}
  ]`:J(e)}function J(e){if(!at(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(J).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let i=t[r];i!==void 0&&(n+=`,${JSON.stringify(r)}:${J(i)}`)}return`{${n.slice(1)}}`}function at(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var Fe={verdict:"verdict.json",page:"report.html"};function Te(e,t,n){let r=ct("sha256").update(n.script).digest("base64"),i=Ce(e,Fe.page);return Je(Ce(e,Fe.verdict),Ne(t)),Je(i,Le(t,{...n,scriptSha256:r})),i}function Je(e,t){dt(e,{recursive:!0,force:!0}),lt(e,t,{flag:"wx"})}var ut=200;function De(e,t){let[n]=e;if(n===void 0)return"";let r=b(n.metric,t),i=[g(n.metric),k(n,r)].join(" ").trim(),s=`allowed ${L(n,r)}`;return e.length===1?`${Ue(n)}: ${i}, ${s}`:`${Ue(n)}: ${e.length.toLocaleString("en-US")} series, first ${i}, ${s}`}function Ue({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Regressed":n.mutedUntil===void 0?"Worse":`Worse, muted until ${n.mutedUntil}`}function qe(e,t){let n=b(e.metric,t),r=W([P(e),...O(e.annotations)].join(" "),ut),i=`${y(e.before,n)} \u2192 ${y(e.after,n)}`,s=k(e,n),a=R(e,n),c=a===void 0?"":` (${a})`,d=s===""?"":`, ${s}${c}`,l=e.state==="undecided"?`; ${h(ie(e).join("; "))}`:"";return`${r}: ${g(e.metric)} ${i}${d}${l}`}var I=10,Ie=5;function je(e,t){let{file:n,moved:r}=t,i=A(e.metrics),s=$(e),a=(c,d)=>[...Map.groupBy(d,({threshold:l})=>l.rule)].map(([l,u])=>pt(c,{file:n,rule:l,line:We(r?.get(l)??l)},u,i));return[...j([...mt(s,t),...a("error",s.regressions)]),...j([...ft(e,t),...a("warning",s.warnings)]),...j(a("notice",s.undecided.filter(z)))]}function pt(e,{file:t,rule:n,line:r},i,s){let a=i.slice(0,Ie).map(f=>qe(f,s)),c=i.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let d=i.find(({threshold:f})=>f.owner!==void 0)?.threshold.owner;d!==void 0&&a.push(`Owner: ${h(d)}`),a.push(`Threshold: ${h(n)}`);let l=De(i,s);return{annotation:{level:e,file:t,startLine:r,title:l,message:a.join(`
`)},about:i.length}}function mt({brokenTests:e},t){return He("error",e,t,n=>`${w.regressed.word}: ${n} ${n===1?"test does":"tests do"} worse than before`)}function ft({build:e,tests:t},n){let r=new Set(pe(t,e)),i=t.filter(({name:s})=>r.has(s));return He("warning",i,n,s=>`Undecided: ${s} ${s===1?"test":"tests"} never passed before the change`)}function He(e,t,{file:n,placeOfTest:r},i){return[...Map.groupBy(t,({name:a})=>We(r?.get(a)??""))].map(([a,c])=>{let d=i(c.length),l=ht(c);return{annotation:{level:e,file:n,startLine:a,title:d,message:l},about:c.length}})}function ht(e){let t=e.slice(0,Ie),n=t.map(i=>`${h(i.name)}: ${B(i)}`),r=e.length-t.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function We(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function j(e){let t=e.slice(I);return e.slice(0,I).map(({annotation:n},r)=>{if(t.length===0||r<I-1)return n;let i=t.reduce((a,{about:c})=>a+c,0),s=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${i.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}async function Ee(e,t,n){let{folder:r}=n,{log:i,notes:s,request:a}=e,{verdict:c}=t,d=t.isHeld&&a.failOn!=="never";d&&s.push(gt),i.output("verdict",c.conclusion),i.output("exit-code",String(t.exitCode)),i.output("report-path",r),Te(r,c,e.bundle.readPageAssets());let l=new Map(e.suite.tests.flatMap(({name:p,where:V})=>V===void 0?[]:[[p,V]])),{moved:u}=e,f={file:a.config,placeOfTest:l,...u===void 0?{}:{moved:u}};for(let p of je(c,f))i.annotate(p);let{failed:H}=await e.messages.showVerdict(e,t,n);return i.say(c.headline),$t(c,a.failOn)?t.exitCode:d?m.undecided:H?m.wrongUsage:m.nothingRegressed}var gt="This change alters what is measured, and perigee.yml before it says gate.whenSuiteChanged: block. A person has to review that, so this job fails";function $t({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}async function Vn(e){let{ci:t,log:n,request:r,suite:i}=e;if(await e.isSettled?.()===!0)return bt(n);let{record:s,runFolder:a}=await fe(e);n.output("run-id",s.id);let c=await de(e,a),{targetBranch:d}=t,l=me(s,{suite:i,...e.base===void 0?{}:{base:e.base},leastPlan:i,mayLeaveOut:r.affected==="auto",...d===void 0?{}:{targetBranch:d},facts:{links:{run:t.url}},problems:e.problems});if(r.shard.total===1){e.notes.push(...yt(c));let{stored:u}=c,f=u===void 0?[]:[u.name];return Ee(e,l,{folder:a,artifacts:f})}return n.output("verdict",l.verdict.conclusion),n.output("exit-code",String(l.exitCode)),n.output("report-path",a),await e.messages.showShard(e,s,l.verdict,c),l.exitCode===m.regressed&&n.warn(`${l.verdict.headline} (this shard alone; the report decides)`),le(s,c)?m.nothingRegressed:m.couldNotMeasure}function bt(e){return e.say("the check of this commit has passed already: nothing has to be measured"),e.output("exit-code",String(m.nothingRegressed)),m.nothingRegressed}function yt(e){let{stored:t,why:n,emission:r}=e,i=[];return t===void 0&&i.push(`the results could not be uploaded: ${n??"no reason is known"}`),r.kind==="spooled"&&i.push(ue(e,r)),i}export{Ee as a,Vn as b,bt as c,yt as d};

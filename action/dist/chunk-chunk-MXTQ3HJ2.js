import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as se,b as oe,c as ae,e as ce,g as de}from"./chunk-chunk-NKRDZB3Q.js";import{a as me,c as fe,g as he}from"./chunk-chunk-NY5UANMH.js";import{a as le,b as ue,c as pe}from"./chunk-chunk-2772RJ4I.js";import{Ab as ee,Bb as te,Cb as ne,Db as C,Eb as re,F as g,Hb as ie,a as f,bb as $,eb as G,fb as K,ib as A,jb as b,kb as O,lb as P,mb as y,nb as Q,ob as D,pb as M,qb as R,r as E,rb as X,sb as L,t as h,tb as Y,u as z,vb as Z,xb as w,ya as U,yb as _,zb as q}from"./chunk-chunk-SZUEOIAT.js";import{i as u}from"./chunk-chunk-LSNGF3TE.js";u();u();u();import{createHash as ct}from"node:crypto";import{rmSync as dt,writeFileSync as lt}from"node:fs";import{join as Je}from"node:path";u();u();u();u();u();var x=class{text;constructor(t){this.text=t}},ze={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Ge(e){return h(e).replace(/[&<>"']/g,t=>ze[t]??"")}function o(e,...t){let n=e.map((r,i)=>{let s=r.replace(/\n\s*/g,`
`);return i<t.length?s+ge(t[i]??""):s});return new x(n.join(""))}function B(e){return new x(e)}function ge(e){return e instanceof x?e.text:typeof e=="string"?Ge(e):typeof e=="number"?String(e):e.map(ge).join("")}function $e(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var v=120,S=18,be=Math.log(1.5);function ye(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return o``;let i=N(r?.lower??(r===void 0?n:-1)),s=N(r?.upper??(r===void 0?n:1/0));return o`<svg
    class="interval"
    viewBox="0 0 ${v} ${S}"
    width="${v}"
    height="${S}"
    aria-hidden="true"
  >
    <path class="zero" d="M${v/2} 0V${S}" />
    ${Ke(e,t)}
    <path class="range" d="M${i} ${S/2}H${Math.max(s,i+1)}" />
    ${Qe(n)}
  </svg>`}function Ke(e,t){let n=e.before.location,r=de(e,t);return r===void 0||n===void 0||n===0?o``:o`<path class="limit" d="M${N(r/n-1)} 2V${S-2}" />`}function Qe(e){let t=N(e),n=S/2;if(Math.abs(we(e))<=be)return o`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return o`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function we(e){return e<=-1?-1/0:Math.log1p(e)}function N(e){let t=Math.max(-1,Math.min(1,we(e)/be));return Math.round((v/2+t*(v/2-4))*10)/10}u();var Se="perigee-data";function ke({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Xe(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let i of n)r.push(...i.slice(0,t-r.length));return r}function Me(e,t){let n=Xe($(e),t),{metrics:r,spreads:i=[]}=e,s=new Set(i.length===0?[]:n.map(U));return{metrics:r,series:n,spreads:i.filter(a=>s.has(U(a)))}}var F={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function xe(e,t,n){let[r]=e.series,i=e.series.filter(({state:d})=>d==="not-regressed"),s=e.series.filter(({state:d})=>d!=="not-regressed"),a=d=>_e(d,t,n),c=P(r.annotations);return o`<section class="span${s.length===0?" calm":""}">
    <h3><bdi>${O(r)}</bdi></h3>
    <p class="tags">
      ${c.map(d=>o`<span><bdi>${d}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${Ze(e)} ${s.map(a)} ${Ye(i,a)}
  </section>`}function Ye(e,t){if(e.length===0)return o``;let n=e.length===1?"1 metric":`${e.length} metrics`;return o`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function Ze({evidence:e}){if(e===void 0)return o``;let t=te(e.movements);return t.length===0&&e.patterns.length===0?o``:o`<div class="meaning">
    ${e.patterns.map(({text:n})=>o`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </div>`}function _e(e,t,n){let r=t.get(e)??-1,i=ke(e),{mark:s,word:a}=F[i],c=b(e.metric,n),d=n.get(e.metric)?.direction??"lower";return o`<details
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
      <span class="change">${M(e,c)}</span>
      ${ye(e,d)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${et(e,n).map(([l,m])=>o`<div>
              <dt>${l}</dt>
              <dd><bdi>${m}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function et(e,t){let n=b(e.metric,t),{evidence:r}=e,i=X(e),s=D(e)??"none",a=[["Why",e.reason],["Interval",i===void 0?s:`${s} at ${i}`],...tt(e,n),["Allowed",`${L(e,n)} (${Y(e)})`],["Runs",Z(e)]];r.smallestVisible!==void 0&&a.push(["Could have seen",Q(r.smallestVisible)]),r.needsRepeats!==void 0&&a.push(["Needs",`${r.needsRepeats} repeats`]);let c=r.degreesOfFreedom,d=[r.method,r.p===void 0?"":nt(r.p),c===void 0?"":`${Number(c.toPrecision(3))} degrees of freedom`];return a.push(["Method",d.filter(l=>l!=="").join(", ")]),a}function tt(e,t){let n=R(e,t);return n===void 0||n===D(e)?[]:[["Change",n]]}function nt(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}var V=200;function ve(e){let{build:t,conclusion:n}=e,{mark:r,word:i}=w[n],{before:s,after:a,links:c={}}=t,d=Object.entries(c).filter(([,l])=>/^https?:\/\//.test(l));return o`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${i}</h1>
    <p class="headline">${_(e)}</p>
    <p class="compared">
      ${E(t)?"":o`<span class="before"
                ><bdi>${s.label}</bdi> <code>${q(s.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${a.label}</bdi> <code>${q(a.commit)}</code></span
      >
    </p>
    ${d.length===0?"":o`<p class="links">
            ${d.map(([l,m])=>o`<a href="${m}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function Ve(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((i,[,s])=>i+s,0);return o`<div class="toolbar">
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
  </div>`}function Ae({brokenTests:e}){return e.length===0?o``:o`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,V).map(t=>o`<li>
            <b><bdi>${t.name}</bdi></b> ${C(t)}
          </li>`)}
    </ul>
    ${I(e.length)}
  </section>`}function Oe(e){let t=ae(e);return t.length===0?o``:o`<section aria-labelledby="left-out">
    <h2 id="left-out">${oe}</h2>
    <ul class="plain">
      ${t.slice(0,V).map(({label:n,text:r})=>o`<li>
            <b><bdi>${n}</bdi></b> ${r}
          </li>`)}
    </ul>
    ${I(t.length)}
  </section>`}function Pe(e){let t=ne(e);return t.length===0?o``:o`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </section>`}function Re({problems:e}){return e.length===0?o``:o`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${ce(e).slice(0,V).map(t=>{let n=ie(t),{sentence:r,quoted:i}=re(t);return o`<li>
            <code>${t.code}</code> ${r}
            ${n===""?"":o`<span class="quiet"><bdi>${n}</bdi></span>`}
            ${i.map(s=>o`<samp class="quoted">${s}</samp>`)}
          </li>`})}
    </ul>
    ${I(e.length)}
  </section>`}function Le(e){return o`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${ee(e).map(({label:t,text:n})=>o`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function I(e){return e<=V?o``:o`<p class="quiet">and ${(e-V).toLocaleString("en-US")} more</p>`}u();function Ce({title:e,policy:t,head:n,body:r}){let i=["default-src 'none'",...t,"base-uri 'none'","form-action 'none'"];return o`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${i.join("; ")}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${e}</title>
        ${n}
      </head>
      <body>
        ${r}
      </body>
    </html> `.text}var rt=1e3;function Be(e,t){let n=$(e),r=Me(e,rt),i=A(e.metrics),s=new Map(r.series.map((p,k)=>[p,k])),a=new Set(r.series.map(({metric:p})=>p)),c=e.metrics.filter(({name:p})=>a.has(p)).map(({name:p})=>[p,g(p)]),d=B(`<style>${t.style}</style>`),l=B(`<script>${t.script}</script>`),m=B(`<script type="application/json" id="${Se}">${$e(r)}</script>`);return Ce({title:`${w[e.conclusion].word}: ${e.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'"],head:d,body:o`<a class="skip" href="#series">Skip to the series</a>
      ${ve(e)}
      <main>
        ${Ae(n)}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Series</h2>
          ${r.series.length===0?o`<p>There are none.</p>`:o`${Ve(n,c)} ${it}`}
          ${st(r.series.length,e.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">
            ${K(r.series,e.spans).map(p=>xe(p,s,i))}
          </div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${Oe(e)} ${Pe(e)} ${Re(e)}
        ${Le(e)}
      </main>
      ${m} ${l}`})}var it=o`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function st(e,t){if(e===t)return o``;let n=r=>r.toLocaleString("en-US");return o`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}u();var Ne=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function Fe(e){let t=r=>{let i=Ne.indexOf(r);return i===-1?Ne.length:i};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[i])=>t(r)-t(i)||(r<i?-1:1)).map(([r,i])=>`  ${JSON.stringify(r)}: ${ot(i)}`).join(`,
`)}
}
`}function ot(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${J(t)}`).join(`,
`)}
  ]`:J(e)}function J(e){if(!at(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(J).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let i=t[r];i!==void 0&&(n+=`,${JSON.stringify(r)}:${J(i)}`)}return`{${n.slice(1)}}`}function at(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var Te={verdict:"verdict.json",page:"report.html"};function De(e,t,n){let r=ct("sha256").update(n.script).digest("base64"),i=Je(e,Te.page);return Ue(Je(e,Te.verdict),Fe(t)),Ue(i,Be(t,{...n,scriptSha256:r})),i}function Ue(e,t){dt(e,{recursive:!0,force:!0}),lt(e,t,{flag:"wx"})}u();var j=10,Ie=5;function je(e,t){let{file:n,moved:r}=t,i=A(e.metrics),s=$(e),a=(c,d)=>[...Map.groupBy(d,({threshold:l})=>l.rule)].map(([l,m])=>ut(c,{file:n,rule:l,line:We(r?.get(l)??l)},m,i));return[...H([...pt(s,t),...a("error",s.regressions)]),...H([...mt(e,t),...a("warning",s.warnings)]),...H(a("notice",s.undecided.filter(G)))]}function ut(e,{file:t,rule:n,line:r},i,s){let a=i.slice(0,Ie).map(p=>$t(p,s)),c=i.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let d=i.find(({threshold:p})=>p.owner!==void 0)?.threshold.owner;d!==void 0&&a.push(`Owner: ${h(d)}`),a.push(`Threshold: ${h(n)}`);let l=gt(i,s);return{annotation:{level:e,file:t,startLine:r,title:l,message:a.join(`
`)},about:i.length}}function pt({brokenTests:e},t){return He("error",e,t,n=>`${w.regressed.word}: ${n} ${n===1?"test does":"tests do"} worse than before`)}function mt({build:e,tests:t},n){let r=new Set(me(t,e)),i=t.filter(({name:s})=>r.has(s));return He("warning",i,n,s=>`Undecided: ${s} ${s===1?"test":"tests"} never passed before the change`)}function He(e,t,{file:n,placeOfTest:r},i){return[...Map.groupBy(t,({name:a})=>We(r?.get(a)??""))].map(([a,c])=>{let d=i(c.length),l=ft(c);return{annotation:{level:e,file:n,startLine:a,title:d,message:l},about:c.length}})}function ft(e){let t=e.slice(0,Ie),n=t.map(i=>`${h(i.name)}: ${C(i)}`),r=e.length-t.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function We(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function H(e){let t=e.slice(j);return e.slice(0,j).map(({annotation:n},r)=>{if(t.length===0||r<j-1)return n;let i=t.reduce((a,{about:c})=>a+c,0),s=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${i.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}var ht=200;function gt(e,t){let[n]=e;if(n===void 0)return"";let r=b(n.metric,t),i=[g(n.metric),M(n,r)].join(" ").trim(),s=`allowed ${L(n,r)}`;return e.length===1?`${qe(n)}: ${i}, ${s}`:`${qe(n)}: ${e.length.toLocaleString("en-US")} series, first ${i}, ${s}`}function qe({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Regressed":n.mutedUntil===void 0?"Worse":`Worse, muted until ${n.mutedUntil}`}function $t(e,t){let n=b(e.metric,t),r=z([O(e),...P(e.annotations)].join(" "),ht),i=`${y(e.before,n)} \u2192 ${y(e.after,n)}`,s=M(e,n),a=R(e,n),c=a===void 0?"":` (${a})`,d=s===""?"":`, ${s}${c}`,l=e.state==="undecided"?`; ${h(se(e).join("; "))}`:"";return`${r}: ${g(e.metric)} ${i}${d}${l}`}async function Ee(e,t,n){let{folder:r}=n,{log:i,notes:s,request:a}=e,{verdict:c}=t,d=t.isHeld&&a.failOn!=="never";d&&s.push(bt),i.output("verdict",c.conclusion),i.output("exit-code",String(t.exitCode)),i.output("report-path",r),De(r,c,e.bundle.readPageAssets());let l=new Map(e.suite.tests.flatMap(({name:T,where:W})=>W===void 0?[]:[[T,W]])),{moved:m}=e,p={file:a.config,placeOfTest:l,...m===void 0?{}:{moved:m}};for(let T of je(c,p))i.annotate(T);let{failed:k}=await e.messages.showVerdict(e,t,n);return i.say(c.headline),yt(c,a.failOn)?t.exitCode:d?f.undecided:k?f.wrongUsage:f.nothingRegressed}var bt="This change alters what is measured, and perigee.yml before it says gate.whenSuiteChanged: block. A person has to review that, so this job fails";function yt({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}async function Un(e){let{ci:t,log:n,request:r,suite:i}=e,s=await e.readCheck?.();if(s==="passed")return wt(n);let{record:a,runFolder:c}=await he(e,s);n.output("run-id",a.id);let d=await le(e,c),{targetBranch:l}=t,m=fe(a,{suite:i,...e.base===void 0?{}:{base:e.base},leastPlan:i,mayLeaveOut:r.affected==="auto",...l===void 0?{}:{targetBranch:l},facts:{links:{run:t.url}},problems:e.problems});if(r.shard.total===1){e.notes.push(...St(d));let{stored:p}=d,k=p===void 0?[]:[p.name];return Ee(e,m,{folder:c,artifacts:k})}return n.output("verdict",m.verdict.conclusion),n.output("exit-code",String(m.exitCode)),n.output("report-path",c),await e.messages.showShard(e,a,m.verdict,d),m.exitCode===f.regressed&&n.warn(`${m.verdict.headline} (this shard alone; the report decides)`),ue(a,d)?f.nothingRegressed:f.couldNotMeasure}function wt(e){return e.say("the check of this commit has passed already: nothing has to be measured"),e.output("exit-code",String(f.nothingRegressed)),f.nothingRegressed}function St(e){let{stored:t,why:n,emission:r}=e,i=[];return t===void 0&&i.push(`the results could not be uploaded: ${n??"no reason is known"}`),r.kind==="spooled"&&i.push(pe(e,r)),i}export{Ee as a,Un as b,wt as c,St as d};

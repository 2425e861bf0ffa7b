import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as ie,b as se,c as oe,e as ae,g as ce}from"./chunk-chunk-J5QR7CW6.js";import{a as de,b as le,c as ue}from"./chunk-chunk-NPVM57YS.js";import{a as pe,c as me,g as fe}from"./chunk-chunk-JJEUUGOH.js";import{Ab as L,Bb as ne,Eb as re,G as h,Sa as T,a as m,bb as g,cb as z,db as G,gb as V,hb as $,ib as A,jb as O,kb as b,lb as K,mb as U,nb as k,ob as P,pb as Q,qb as R,rb as X,s as W,tb as Y,u as f,ub as y,v as E,vb as Z,wb as D,xb as _,yb as ee,zb as te}from"./chunk-chunk-VYNCLHLZ.js";import{createHash as at}from"node:crypto";import{rmSync as ct,writeFileSync as dt}from"node:fs";import{join as Fe}from"node:path";var M=class{text;constructor(t){this.text=t}},Ee={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function ze(e){return f(e).replace(/[&<>"']/g,t=>Ee[t]??"")}function o(e,...t){let n=e.map((r,i)=>{let s=r.replace(/\n\s*/g,`
`);return i<t.length?s+he(t[i]??""):s});return new M(n.join(""))}function C(e){return new M(e)}function he(e){return e instanceof M?e.text:typeof e=="string"?ze(e):typeof e=="number"?String(e):e.map(he).join("")}function ge(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var x=120,w=18,$e=Math.log(1.5);function be(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return o``;let i=B(r?.lower??(r===void 0?n:-1)),s=B(r?.upper??(r===void 0?n:1/0));return o`<svg
    class="interval"
    viewBox="0 0 ${x} ${w}"
    width="${x}"
    height="${w}"
    aria-hidden="true"
  >
    <path class="zero" d="M${x/2} 0V${w}" />
    ${Ge(e,t)}
    <path class="range" d="M${i} ${w/2}H${Math.max(s,i+1)}" />
    ${Ke(n)}
  </svg>`}function Ge(e,t){let n=e.before.location,r=ce(e,t);return r===void 0||n===void 0||n===0?o``:o`<path class="limit" d="M${B(r/n-1)} 2V${w-2}" />`}function Ke(e){let t=B(e),n=w/2;if(Math.abs(ye(e))<=$e)return o`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return o`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function ye(e){return e<=-1?-1/0:Math.log1p(e)}function B(e){let t=Math.max(-1,Math.min(1,ye(e)/$e));return Math.round((x/2+t*(x/2-4))*10)/10}var we="perigee-data";function Se({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Qe(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let i of n)r.push(...i.slice(0,t-r.length));return r}function ke(e,t){let n=Qe(g(e),t),{metrics:r,spreads:i=[]}=e,s=new Set(i.length===0?[]:n.map(T));return{metrics:r,series:n,spreads:i.filter(a=>s.has(T(a)))}}var N={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Me(e,t,n){let[r]=e.series,i=e.series.filter(({state:d})=>d==="not-regressed"),s=e.series.filter(({state:d})=>d!=="not-regressed"),a=d=>Ze(d,t,n),c=O(r.annotations);return o`<section class="span${s.length===0?" calm":""}">
    <h3><bdi>${A(r)}</bdi></h3>
    <p class="tags">
      ${c.map(d=>o`<span><bdi>${d}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${Ye(e)} ${s.map(a)} ${Xe(i,a)}
  </section>`}function Xe(e,t){if(e.length===0)return o``;let n=e.length===1?"1 metric":`${e.length} metrics`;return o`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function Ye({evidence:e}){if(e===void 0)return o``;let t=ee(e.movements);return t.length===0&&e.patterns.length===0?o``:o`<div class="meaning">
    ${e.patterns.map(({text:n})=>o`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </div>`}function Ze(e,t,n){let r=t.get(e)??-1,i=Se(e),{mark:s,word:a}=N[i],c=$(e.metric,n),d=n.get(e.metric)?.direction??"lower";return o`<details
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
      <span class="change">${k(e,c)}</span>
      ${be(e,d)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${_e(e,n).map(([l,p])=>o`<div>
              <dt>${l}</dt>
              <dd><bdi>${p}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function _e(e,t){let n=$(e.metric,t),{evidence:r}=e,i=Q(e),s=U(e)??"none",a=[["Why",e.reason],["Interval",i===void 0?s:`${s} at ${i}`],...et(e,n),["Allowed",`${R(e,n)} (${X(e)})`],["Runs",Y(e)]];r.smallestVisible!==void 0&&a.push(["Could have seen",K(r.smallestVisible)]),r.needsRepeats!==void 0&&a.push(["Needs",`${r.needsRepeats} repeats`]);let c=r.degreesOfFreedom,d=[r.method,r.p===void 0?"":tt(r.p),c===void 0?"":`${Number(c.toPrecision(3))} degrees of freedom`];return a.push(["Method",d.filter(l=>l!=="").join(", ")]),a}function et(e,t){let n=P(e,t);return n===void 0||n===U(e)?[]:[["Change",n]]}function tt(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}var v=200;function xe(e){let{build:t,conclusion:n}=e,{mark:r,word:i}=y[n],{before:s,after:a,links:c={}}=t,d=Object.entries(c).filter(([,l])=>/^https?:\/\//.test(l));return o`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${i}</h1>
    <p class="headline">${Z(e)}</p>
    <p class="compared">
      ${W(t)?"":o`<span class="before"
                ><bdi>${s.label}</bdi> <code>${D(s.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${a.label}</bdi> <code>${D(a.commit)}</code></span
      >
    </p>
    ${d.length===0?"":o`<p class="links">
            ${d.map(([l,p])=>o`<a href="${p}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function ve(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((i,[,s])=>i+s,0);return o`<div class="toolbar">
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
  </div>`}function Ve({brokenTests:e}){return e.length===0?o``:o`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,v).map(t=>o`<li>
            <b><bdi>${t.name}</bdi></b> ${L(t)}
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
  </section>`}function Oe(e){let t=te(e);return t.length===0?o``:o`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>o`<li>${n}</li>`)}
    </ul>
  </section>`}function Pe({problems:e}){return e.length===0?o``:o`<section aria-labelledby="problems">
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
  </section>`}function q(e){return e<=v?o``:o`<p class="quiet">and ${(e-v).toLocaleString("en-US")} more</p>`}function Le({title:e,policy:t,head:n,body:r}){let i=["default-src 'none'",...t,"base-uri 'none'","form-action 'none'"];return o`<!doctype html>
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
    </html> `.text}var nt=1e3;function Ce(e,t){let n=g(e),r=ke(e,nt),i=V(e.metrics),s=new Map(r.series.map((u,S)=>[u,S])),a=new Set(r.series.map(({metric:u})=>u)),c=e.metrics.filter(({name:u})=>a.has(u)).map(({name:u})=>[u,h(u)]),d=C(`<style>${t.style}</style>`),l=C(`<script>${t.script}</script>`),p=C(`<script type="application/json" id="${we}">${ge(r)}</script>`);return Le({title:`${y[e.conclusion].word}: ${e.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'"],head:d,body:o`<a class="skip" href="#series">Skip to the series</a>
      ${xe(e)}
      <main>
        ${Ve(n)}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Series</h2>
          ${r.series.length===0?o`<p>There are none.</p>`:o`${ve(n,c)} ${rt}`}
          ${it(r.series.length,e.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">
            ${G(r.series,e.spans).map(u=>Me(u,s,i))}
          </div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${Ae(e)} ${Oe(e)} ${Pe(e)}
        ${Re(e)}
      </main>
      ${p} ${l}`})}var rt=o`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function it(e,t){if(e===t)return o``;let n=r=>r.toLocaleString("en-US");return o`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}var Be=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function Ne(e){let t=r=>{let i=Be.indexOf(r);return i===-1?Be.length:i};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[i])=>t(r)-t(i)||(r<i?-1:1)).map(([r,i])=>`  ${JSON.stringify(r)}: ${st(i)}`).join(`,
`)}
}
`}function st(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${F(t)}`).join(`,
`)}
  ]`:F(e)}function F(e){if(!ot(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(F).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let i=t[r];i!==void 0&&(n+=`,${JSON.stringify(r)}:${F(i)}`)}return`{${n.slice(1)}}`}function ot(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var Je={verdict:"verdict.json",page:"report.html"};function Ue(e,t,n){let r=at("sha256").update(n.script).digest("base64"),i=Fe(e,Je.page);return Te(Fe(e,Je.verdict),Ne(t)),Te(i,Ce(t,{...n,scriptSha256:r})),i}function Te(e,t){ct(e,{recursive:!0,force:!0}),dt(e,t,{flag:"wx"})}var I=10,qe=5;function Ie(e,t){let{file:n,moved:r}=t,i=V(e.metrics),s=g(e),a=(c,d)=>[...Map.groupBy(d,({threshold:l})=>l.rule)].map(([l,p])=>lt(c,{file:n,rule:l,line:He(r?.get(l)??l)},p,i));return[...j([...ut(s,t),...a("error",s.regressions)]),...j([...pt(e,t),...a("warning",s.warnings)]),...j(a("notice",s.undecided.filter(z)))]}function lt(e,{file:t,rule:n,line:r},i,s){let a=i.slice(0,qe).map(u=>gt(u,s)),c=i.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let d=i.find(({threshold:u})=>u.owner!==void 0)?.threshold.owner;d!==void 0&&a.push(`Owner: ${f(d)}`),a.push(`Threshold: ${f(n)}`);let l=ht(i,s);return{annotation:{level:e,file:t,startLine:r,title:l,message:a.join(`
`)},about:i.length}}function ut({brokenTests:e},t){return je("error",e,t,n=>`${y.regressed.word}: ${n} ${n===1?"test does":"tests do"} worse than before`)}function pt({build:e,tests:t},n){let r=new Set(pe(t,e)),i=t.filter(({name:s})=>r.has(s));return je("warning",i,n,s=>`Undecided: ${s} ${s===1?"test":"tests"} never passed before the change`)}function je(e,t,{file:n,placeOfTest:r},i){return[...Map.groupBy(t,({name:a})=>He(r?.get(a)??""))].map(([a,c])=>{let d=i(c.length),l=mt(c);return{annotation:{level:e,file:n,startLine:a,title:d,message:l},about:c.length}})}function mt(e){let t=e.slice(0,qe),n=t.map(i=>`${f(i.name)}: ${L(i)}`),r=e.length-t.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function He(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function j(e){let t=e.slice(I);return e.slice(0,I).map(({annotation:n},r)=>{if(t.length===0||r<I-1)return n;let i=t.reduce((a,{about:c})=>a+c,0),s=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${i.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}var ft=200;function ht(e,t){let[n]=e;if(n===void 0)return"";let r=$(n.metric,t),i=[h(n.metric),k(n,r)].join(" ").trim(),s=`allowed ${R(n,r)}`;return e.length===1?`${De(n)}: ${i}, ${s}`:`${De(n)}: ${e.length.toLocaleString("en-US")} series, first ${i}, ${s}`}function De({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Regressed":n.mutedUntil===void 0?"Worse":`Worse, muted until ${n.mutedUntil}`}function gt(e,t){let n=$(e.metric,t),r=E([A(e),...O(e.annotations)].join(" "),ft),i=`${b(e.before,n)} \u2192 ${b(e.after,n)}`,s=k(e,n),a=P(e,n),c=a===void 0?"":` (${a})`,d=s===""?"":`, ${s}${c}`,l=e.state==="undecided"?`; ${f(ie(e).join("; "))}`:"";return`${r}: ${h(e.metric)} ${i}${d}${l}`}async function We(e,t,n){let{folder:r}=n,{log:i,notes:s,request:a}=e,{verdict:c}=t,d=t.isHeld&&a.failOn!=="never";d&&s.push($t),i.output("verdict",c.conclusion),i.output("exit-code",String(t.exitCode)),i.output("report-path",r),Ue(r,c,e.bundle.readPageAssets());let l=new Map(e.suite.tests.flatMap(({name:J,where:H})=>H===void 0?[]:[[J,H]])),{moved:p}=e,u={file:a.config,placeOfTest:l,...p===void 0?{}:{moved:p}};for(let J of Ie(c,u))i.annotate(J);let{failed:S}=await e.messages.showVerdict(e,t,n);return i.say(c.headline),bt(c,a.failOn)?t.exitCode:d?m.undecided:S?m.wrongUsage:m.nothingRegressed}var $t="This change alters what is measured, and perigee.yml before it says gate.whenSuiteChanged: block. A person has to review that, so this job fails";function bt({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}async function Vn(e){let{ci:t,log:n,request:r,suite:i}=e,s=await e.readCheck?.();if(s==="passed")return yt(n);let{record:a,runFolder:c}=await fe(e,s);n.output("run-id",a.id);let d=await de(e,c),{targetBranch:l}=t,p=me(a,{suite:i,...e.base===void 0?{}:{base:e.base},leastPlan:i,mayLeaveOut:r.affected==="auto",...l===void 0?{}:{targetBranch:l},facts:{links:{run:t.url}},problems:e.problems});if(r.shard.total===1){e.notes.push(...wt(d));let{stored:u}=d,S=u===void 0?[]:[u.name];return We(e,p,{folder:c,artifacts:S})}return n.output("verdict",p.verdict.conclusion),n.output("exit-code",String(p.exitCode)),n.output("report-path",c),await e.messages.showShard(e,a,p.verdict,d),p.exitCode===m.regressed&&n.warn(`${p.verdict.headline} (this shard alone; the report decides)`),le(a,d)?m.nothingRegressed:m.couldNotMeasure}function yt(e){return e.say("the check of this commit has passed already: nothing has to be measured"),e.output("exit-code",String(m.nothingRegressed)),m.nothingRegressed}function wt(e){let{stored:t,why:n,emission:r}=e,i=[];return t===void 0&&i.push(`the results could not be uploaded: ${n??"no reason is known"}`),r.kind==="spooled"&&i.push(ue(e,r)),i}export{We as a,Vn as b,yt as c,wt as d};

import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as i,b as u}from"./chunk-chunk-OPHFTZ5H.js";import{f as s}from"./chunk-chunk-OMPP6GCX.js";s();import{spawnSync as m}from"node:child_process";import{accessSync as g,constants as h,mkdtempSync as x,rmSync as y}from"node:fs";import{tmpdir as b}from"node:os";import{join as c}from"node:path";var R=["auto","strict","off"],w=`
mount=$1
count=$2
shift 2
while [ "$count" -gt 0 ]; do
  "$mount" -t tmpfs -o ro,size=4k,mode=755 perigee "$1" || { echo visible >&3; exit 125; }
  shift
  count=$((count - 1))
done
exec "$@"
`;function U(e,n=S){if(e==="off")return;let o=process.getuid?.()===0,t=e==="strict"?"user":o?"mounts":void 0;if(t!==void 0&&n(t))return t;if(e!=="auto")throw new u({where:"--isolation strict",seen:"this host does not let Perigee create a namespace for the tests",expected:$,remedy:I,exitCode:i.couldNotMeasure})}var $="Linux with util-linux 2.36 or newer, and root or user namespaces",I="allow them, e.g. sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu; a container has to be started with --security-opt seccomp=unconfined or --cap-add SYS_ADMIN";function S(e){let n=x(c(b(),"perigee-hidden-"));try{let[o="",...t]=C(e,[n],["/bin/sh","-c",":"]);return m(o,t,{stdio:"ignore",timeout:1e4}).status===0}catch{return!1}finally{y(n,{recursive:!0,force:!0})}}function C(e,n,o){let t=a("unshare"),r=[...["/bin/sh","-c",w,"perigee",a("mount")],String(n.length),...n];if(e==="mounts")return[t,"--mount","--propagation","private","--",...r,...o];let p=String(process.getuid?.()??0),d=String(process.getgid?.()??0),f=[t,"--user","--map-root-user","--mount","--"],l=[t,"--user",`--map-user=${p}`,`--map-group=${d}`,"--"];return[...f,...r,...l,...o]}function a(e){let o=["/usr/bin","/bin","/usr/sbin","/sbin"].map(t=>c(t,e)).find(_);if(o===void 0)throw new Error(`there is no ${e}`);return o}function _(e){try{return g(e,h.X_OK),!0}catch{return!1}}export{R as a,U as b,C as c};

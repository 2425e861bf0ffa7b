/** Put into the bundles of dist/: two functions of the language that came with Node 21 and 22. */
function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function withResolvers<T>(this: PromiseConstructor): PromiseWithResolvers<T> {
  let resolve!: PromiseWithResolvers<T>['resolve'];
  let reject!: PromiseWithResolvers<T>['reject'];
  const promise = new this<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

// A runner or an agent that starts the bundle itself may have any.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(
    `perigee: this is Node.js ${process.version}, and Perigee needs Node.js 20 or newer`,
  );
  process.exit(3);
}
if (!('groupBy' in Map)) Object.assign(Map, { groupBy });
if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers });

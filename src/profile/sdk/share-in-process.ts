import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * One value for all copies of the SDK in a thread: the one that a test imports, the one of the test runner, and
 * those that Jest loads again for each test file. All of them get the same modules of Node, so it is kept there.
 */
export function shareInProcess<T extends object>(name: string, make: () => T): T {
  const key = Symbol.for(`perigee.1.${name}`);
  const known = Reflect.get(AsyncLocalStorage, key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  Reflect.defineProperty(AsyncLocalStorage, key, { value: made });
  return made;
}

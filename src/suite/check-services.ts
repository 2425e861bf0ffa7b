import type { Service } from '../contract/documents.ts';
import { checkCommand } from './check-command.ts';
import { checkDuration, longestTimeout } from './check-duration.ts';
import { offsetOf, type Places, type SuiteProblem } from './places.ts';

/** What is wrong with one service beyond what the schema says. */
export function checkService(
  { command, ready, readyTimeout }: Service,
  pointer: string,
  places: Places,
): SuiteProblem[] {
  return [
    ...(command === undefined ? [] : checkCommand(command, `${pointer}/command`, places)),
    ...(ready === undefined ? [] : checkCommand(ready, `${pointer}/ready`, places)),
    ...checkDuration(readyTimeout, longestTimeout, `${pointer}/readyTimeout`, places),
  ];
}

/** Problems and logs name a service by its name alone. */
export function checkServiceNames(
  services: readonly { item: { name: string }; pointer: string }[],
  places: Places,
): SuiteProblem[] {
  const names = new Set<string>();
  return services.flatMap(({ item, pointer }) => {
    if (!names.has(item.name)) {
      names.add(item.name);
      return [];
    }
    const offset = offsetOf(places, `${pointer}/name`);
    return [{ offset, seen: 'a second service of this name', remedy: 'rename one of the two' }];
  });
}

import { expect, test } from 'vitest';
import { createBudget } from '../../../src/service/aggregate/budget.ts';

const never = new AbortController().signal;

/** What has been let in so far. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('what does not fit waits until there is room, in the order of asking', async () => {
  const budget = createBudget(10);
  const letIn: string[] = [];
  const ask = async (name: string, amount: number): Promise<() => void> => {
    const free = await budget.take(amount, never);
    letIn.push(name);
    return free;
  };
  const first = await ask('first', 8);
  void ask('large', 9);
  void ask('small', 1);
  await settle();
  expect(letIn).toEqual(['first']);
  first();
  await settle();
  expect(letIn).toEqual(['first', 'large', 'small']);
});

test('what is larger than everything is let in when it is alone', async () => {
  const budget = createBudget(10);
  const free = await budget.take(1000, never);
  free();
  free();
  await budget.take(10, never);
});

test('who gives up waiting takes no room', async () => {
  const budget = createBudget(10);
  const free = await budget.take(10, never);
  const controller = new AbortController();
  const waiting = budget.take(5, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  free();
  await budget.take(10, never);
});

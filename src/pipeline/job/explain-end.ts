import { type ExitCode, exitCode, UserError } from '../../contract/user-error.ts';
import { explainMachineFault } from '../../logging/machine-fault.ts';

/** Explains why a job could not go on. A defect of ours has its stack, which helps us. */
export function explainEnd(caught: unknown): {
  message: string;
  code: ExitCode;
  /** Absent for a defect. */
  fault?: UserError;
} {
  const error = explainMachineFault(caught) ?? caught;
  if (error instanceof UserError)
    return { message: error.message, code: error.exitCode, fault: error };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = `a defect of Perigee, not of your change; please report it with these lines:\n${stack}`;
  return { message, code: exitCode.couldNotMeasure };
}

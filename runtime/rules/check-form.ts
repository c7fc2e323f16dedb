import { appError } from '#runtime/kernel/errors.ts'
import type { Problem } from '#runtime/kernel/problem.ts'

/** The source of values: the head of a form, or a detail table beside it. */
export interface Checkable<V = unknown> {
  /** The problems of the values, each with its path. */
  validate(): readonly Problem[] | Promise<readonly Problem[]>
  readonly values: V
}

/** The values of a valid form and its tables, or all of their problems. */
export type Collected =
  | { ok: true; formValue: unknown; tablesValue: unknown[] }
  | { ok: false; problems: Problem[] }

const isCheckable = (value: unknown): value is Checkable =>
  typeof value === 'object' &&
  value !== null &&
  'validate' in value &&
  typeof value.validate === 'function' &&
  'values' in value

/**
 * Validates a form and then every table beside it, and returns all their values.
 * Rejects with NOT_A_FORM for a form that cannot be validated, with CASES_NOT_ARRAY for tables that are no such array.
 */
export async function checkForm(form: unknown, cases: unknown): Promise<Collected> {
  if (!isCheckable(form)) throw appError('NOT_A_FORM')
  if (!Array.isArray(cases) || !cases.every(isCheckable)) throw appError('CASES_NOT_ARRAY')
  const found: (readonly Problem[])[] = []
  for (const checkable of [form, ...cases]) found.push(await checkable.validate())
  const problems = found.flat()
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, formValue: form.values, tablesValue: cases.map((table) => table.values) }
}

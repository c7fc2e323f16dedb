import type { Form, Field as FormilyField } from '@formily/core'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { isDetail } from '#runtime/schema/types.ts'
import type { Session } from '../session.ts'

/** The location of a problem: `/ftel`, or a cell, `/items/0/fnum`. */
export interface FormProblem {
  path: string
  text: string
}

const findField = (form: Form, key: string): FormilyField | undefined => {
  const field: unknown = form.query(key).take()
  return typeof field === 'object' && field !== null && 'selfErrors' in field
    ? (field as FormilyField)
    : undefined
}

/** The head field of a path. */
export const getFieldKey = ({ path }: { path: string }): string => path.split('/')[1] ?? ''

/** Sets problems of head fields on their fields; a field in an unopened tab gets its problem when it is created. */
export function assignProblems({ form, plan }: Session, problems: readonly Problem[]): Problem[] {
  const lost: Problem[] = []
  for (const key of plan.order) {
    const texts = problems.filter((problem) => getFieldKey(problem) === key).map((problem) => problem.text)
    form.setFieldState(key, (state) => {
      state.selfErrors = texts
    })
  }
  for (const problem of problems) if (!plan.fields.has(getFieldKey(problem))) lost.push(problem)
  return lost
}

/** The current problems in the order of the form. Inside an observer it updates automatically. */
export function formProblems({ form, plan, model, screen }: Session): FormProblem[] {
  const details = new Set(screen.fields.filter(isDetail).map((field) => field.key))
  return plan.order.flatMap((key): FormProblem[] => {
    const path = pointer(key)
    const fieldProblems = (findField(form, key)?.selfErrors ?? [])
      .slice(0, 1)
      .map((text) => ({ path, text: String(text) }))
    return details.has(key) ? [...fieldProblems, ...listCellProblems(key, model.rows(key))] : fieldProblems
  })
}

function listCellProblems(key: string, store: RowStore | undefined): FormProblem[] {
  if (!store || store.errorCount === 0) return []
  return store.rows.flatMap((row, index) =>
    Object.entries(store.findErrors(row.id) ?? {}).map(([cell, text]) => ({
      path: pointer(key, index, cell),
      text,
    })),
  )
}

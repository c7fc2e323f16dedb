import type { Form, Field as FormilyField } from '@formily/core'
import type { Problem } from '../../kernel/problem.ts'
import { isDetail } from '../../schema/types.ts'
import type { Session } from './session.ts'

export interface Place {
  key: string
  text: string
}

const face = (form: Form, key: string): FormilyField | undefined => {
  const field: unknown = form.query(key).take()
  return typeof field === 'object' && field !== null && 'selfErrors' in field
    ? (field as FormilyField)
    : undefined
}

const keyOf = (problem: Problem): string => problem.path.split('/')[1] ?? ''

/** Puts problems of head fields onto their fields; a field in a tab not opened yet takes its own when it comes. */
export function placeProblems({ form, plan }: Session, problems: readonly Problem[]): Problem[] {
  const lost: Problem[] = []
  for (const key of plan.order) {
    const texts = problems.filter((problem) => keyOf(problem) === key).map((problem) => problem.text)
    form.setFieldState(key, (state) => {
      state.selfErrors = texts
    })
  }
  for (const problem of problems) if (!plan.fields.has(keyOf(problem))) lost.push(problem)
  return lost
}

/** What is still wrong, in the order of the form. Read inside an observer, it follows by itself. */
export function placesOf({ form, plan, model, screen }: Session): Place[] {
  const details = new Set(screen.fields.filter(isDetail).map((field) => field.key))
  return plan.order.flatMap((key): Place[] => {
    const own = (face(form, key)?.selfErrors ?? []).slice(0, 1).map((text) => ({ key, text: String(text) }))
    if (!details.has(key)) return own
    const cells = Array.from({ length: model.rows(key)?.errorCount ?? 0 }, () => ({ key, text: '' }))
    return [...own, ...cells]
  })
}

import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import {
  type HandlerOptions,
  headHandlerProblems,
  rowHandlerProblems,
} from '#runtime/record/checks/handlers.ts'
import { awaitAnswers } from '#runtime/record/rows/value-binding.ts'
import type { Values } from '#runtime/record/scope.ts'
import { type Checkable, checkForm } from '#runtime/rules/check-form.ts'
import { type DetailField, isDetail } from '#runtime/schema/types.ts'
import type { Session } from '../session.ts'
import { assignProblems } from './problems.ts'

/** The checkable head: rules first, then handlers; problems are shown at their fields. */
export const headCase = (session: Session, options: HandlerOptions): Checkable<Values> => ({
  values: session.model.head,
  async validate() {
    const { model, screen } = session
    const problems = model.headProblems()
    assignProblems(session, problems)
    const handlerProblems = await headHandlerProblems(screen, model.record, options, problems)
    if (handlerProblems.length > 0) assignProblems(session, [...problems, ...handlerProblems])
    return [...problems, ...handlerProblems]
  },
})

/** Shows the problems of a detail table as a whole, such as too few rows, until its rows change. */
function showTableProblems({ form, model }: Session, key: string, problems: readonly Problem[]): void {
  const texts = problems.filter(({ path }) => path === pointer(key)).map(({ text }) => text)
  const show = (errors: string[]) =>
    form.setFieldState(key, (state) => {
      state.selfErrors = errors
    })
  show(texts)
  if (texts.length === 0) return
  const end = model.rows(key)?.subscribeStructure(() => {
    end?.()
    show([])
  })
}

const detailTableCase = (
  session: Session,
  detail: DetailField,
  options: HandlerOptions,
): Checkable<readonly Values[]> => ({
  values: session.model.rows(detail.key)?.rows ?? [],
  async validate() {
    const { model } = session
    const problems = model.rowProblems(detail.key)
    showTableProblems(session, detail.key, problems)
    const handlerProblems = await rowHandlerProblems(session.screen, detail, model.record, options, problems)
    if (handlerProblems.length > 0) model.showProblems(handlerProblems)
    return [...problems, ...handlerProblems]
  },
})

/**
 * All problems of the input, in the order of the head and its tables; marked at their fields and cells. Records that are
 * still looked up for it are part of the input.
 */
export async function collectProblems(session: Session, options: HandlerOptions): Promise<Problem[]> {
  await awaitAnswers(session.model)
  // The last key before a save is included.
  session.model.flushNotifications()
  const tables = session.screen.fields.filter(isDetail)
  // A row that Enter made after the last one must not block the save.
  for (const { key } of tables) session.model.rows(key)?.removeBlank()
  const collected = await checkForm(
    headCase(session, options),
    tables.map((detail) => detailTableCase(session, detail, options)),
  )
  return collected.ok ? [] : collected.problems
}

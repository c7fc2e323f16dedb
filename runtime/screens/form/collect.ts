import type { Problem } from '#runtime/kernel/problem.ts'
import { type HandlerOptions, headHandlerProblems, rowHandlerProblems } from '#runtime/record/handlers.ts'
import type { Values } from '#runtime/record/scope.ts'
import { type Checkable, checkForm } from '#runtime/rules/check-form.ts'
import { type DetailField, isDetail } from '#runtime/schema/types.ts'
import { assignProblems } from './problems.ts'
import type { Session } from './session.ts'

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

const detailTableCase = (
  { model }: Session,
  detail: DetailField,
  options: HandlerOptions,
): Checkable<readonly Values[]> => ({
  values: model.rows(detail.key)?.rows ?? [],
  async validate() {
    const problems = model.rowProblems(detail.key)
    const handlerProblems = await rowHandlerProblems(detail, model.record, options, problems)
    if (handlerProblems.length > 0) model.showProblems(handlerProblems)
    return [...problems, ...handlerProblems]
  },
})

/** All problems of the input, in the order of the head and its tables; marked at their fields and cells. */
export async function collectProblems(session: Session, options: HandlerOptions): Promise<Problem[]> {
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

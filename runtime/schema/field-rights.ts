import type { Field, ScreenDocument } from './types.ts'

type Can = (code: string) => boolean
type Flow = Pick<ScreenDocument, 'flow'>

/** The start of the codes that follow from rules. */
export const rulePrefix = 'column:rule:'

/** A code that follows from the rules of a field and the roles of a user; nobody grants it. */
const isRuleCode = (code: string): boolean => code.startsWith(rulePrefix)

/** The code of the same right in one state, and in at least one of them. */
export const codeInState = (code: string, state: string): string => `${code}@${state}`
export const codeInSome = (code: string): string => `${code}@*`

/** What a user may do with the fields of a record in its state. */
export function canInState(can: Can, { flow }: Flow, record: Readonly<Record<string, unknown>>): Can {
  const state = flow ? String(record[flow.field] ?? '') : ''
  return (code) => can(isRuleCode(code) ? codeInState(code, state) : code)
}

/** What a user may do with the fields of a new record. */
export const canInNew = (can: Can, screen: Flow): Can =>
  canInState(can, screen, screen.flow ? { [screen.flow.field]: screen.flow.initial } : {})

/** What a user may do with the fields of some record; the state of the record decides later. */
export const canInSome =
  (can: Can): Can =>
  (code) =>
    can(isRuleCode(code) ? codeInSome(code) : code)

/** Whether a user sees a field in all states and may change it in one at least, as a sheet of records needs it. */
export const isWritableInSome = ({ access }: Pick<Field, 'access'>, can: Can): boolean =>
  (!access?.read || can(access.read)) && (!access?.edit || canInSome(can)(access.edit))

import type { Field, ScreenDocument } from './types.ts'

/** What a rule of a field allows, from the least to the most. */
export const fieldRights = ['hidden', 'read', 'write'] as const
export type FieldRight = (typeof fieldRights)[number]

/** One entry of `access.rules`. */
export type FieldRule = NonNullable<NonNullable<Field['access']>['rules']>[number]

type Can = (code: string) => boolean
type Flow = Pick<ScreenDocument, 'flow'>

/**
 * The right of one role in one state: the first rule that fits decides; where none fits, the field may be written. `role` is null
 * for a user without a role that counts: only rules for everybody fit.
 */
export const findRight = (rules: readonly FieldRule[], role: string | null, state: string): FieldRight =>
  rules.find(
    ({ roles, states }) =>
      (!roles || (role !== null && roles.includes(role))) && (!states || states.includes(state)),
  )?.allow ?? 'write'

/** The states that records of a screen can have; a record without a state has ''. */
export const listStates = ({ flow }: Flow): string[] =>
  flow ? [...new Set([flow.initial, ...flow.moves.map(({ to }) => to), ''])] : ['']

const prefix = 'column:rule:'

/** A code that follows from the rules of a field and the roles of a user; nobody grants it. */
const isRuleCode = (code: string): boolean => code.startsWith(prefix)

/** The code by which a user may read or edit a field in all states of its records. */
export const ruleCode = (documentId: string, path: string, verb: 'read' | 'edit'): string =>
  `${prefix}${documentId.replace('/', '.')}:${path}:${verb}`

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

import { codeInSome, codeInState, rulePrefix } from '../../field-rights.ts'
import { type Field, isDetail, type ScreenDocument } from '../../types.ts'

/** What a rule of a field allows, from the least to the most. */
export const fieldRights = ['hidden', 'read', 'write'] as const
export type FieldRight = (typeof fieldRights)[number]

/** One entry of `access.rules`. */
export type FieldRule = NonNullable<NonNullable<Field['access']>['rules']>[number]

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
export const listStates = ({ flow }: Pick<ScreenDocument, 'flow'>): string[] =>
  flow ? [...new Set([flow.initial, ...flow.moves.map(({ to }) => to), ''])] : ['']

/** The code by which a user may read or edit a field in all states of its records. */
export const ruleCode = (documentId: string, path: string, verb: 'read' | 'edit'): string =>
  `${rulePrefix}${documentId.replace('/', '.')}:${path}:${verb}`

/** A field with rules by role and state, and what of it the served document names. */
interface RuledField {
  path: string
  rules: readonly FieldRule[]
}

/** The fields of a document with rules. */
export interface RuledDocument {
  id: string
  listCode: string
  states: readonly string[]
  fields: readonly RuledField[]
}

function listRuled(fields: readonly Field[], before = ''): RuledField[] {
  return fields.flatMap((field) => {
    const path = `${before}${field.key}`
    const rules = field.access?.rules
    return [
      ...(rules ? [{ path, rules }] : []),
      ...(isDetail(field) ? listRuled(field.fields, `${path}.`) : []),
    ]
  })
}

/** The ruled fields of a screen; undefined where it has none. */
export function readRuled(
  screen: Pick<ScreenDocument, 'id' | 'fields' | 'flow'>,
  listCode: string,
): RuledDocument | undefined {
  const fields = listRuled(screen.fields)
  if (fields.length === 0) return undefined
  return { id: screen.id, listCode, states: listStates(screen), fields }
}

/** The codes that a field with rules needs: one for each right that a rule takes from somebody. */
export function accessByRules(documentId: string, path: string, rules: readonly FieldRule[]) {
  return {
    ...(rules.some(({ allow }) => allow === 'hidden') && { read: ruleCode(documentId, path, 'read') }),
    ...(rules.some(({ allow }) => allow !== 'write') && { edit: ruleCode(documentId, path, 'edit') }),
  }
}

const verbs = { read: 'read', edit: 'write' } as const

/** The roles of a user, and by the code of a list those that give it. */
export interface RoleHolder {
  roles: readonly string[]
  rolesByList?: ReadonlyMap<string, readonly string[]>
}

/** The roles of a user that count for a field: those that its rules name, and those that give the list; else none. */
function listRoles({ rules }: RuledField, listCode: string, user: RoleHolder): (string | null)[] {
  const openers = new Set(user.rolesByList?.get(listCode))
  const counted = user.roles.filter(
    (role) => openers.has(role) || rules.some(({ roles }) => roles?.includes(role)),
  )
  return counted.length > 0 ? counted : [null]
}

/** All codes of a document's rules. */
export function* listRuleCodes({ id, states, fields }: RuledDocument) {
  for (const field of fields)
    for (const code of Object.values(accessByRules(id, field.path, field.rules)))
      yield* [code, codeInSome(code), ...states.map((state) => codeInState(code, state))]
}

/** The codes that a user has by the rules of a document. Of several roles, the one with the widest right decides. */
export function* listHeldCodes({ id, listCode, states, fields }: RuledDocument, user: RoleHolder) {
  for (const field of fields) {
    const roles = listRoles(field, listCode, user)
    for (const [verb, least] of Object.entries(verbs)) {
      const code = ruleCode(id, field.path, verb as keyof typeof verbs)
      const isAllowed = (state: string) =>
        roles.some(
          (role) => fieldRights.indexOf(findRight(field.rules, role, state)) >= fieldRights.indexOf(least),
        )
      const allowed = states.filter(isAllowed)
      if (allowed.length === states.length) yield code
      if (allowed.length > 0) yield codeInSome(code)
      for (const state of allowed) yield codeInState(code, state)
    }
  }
}

/** The fields with other rights, those of detail tables included; `path` is the key, in a detail behind that of the detail. */
export const mapAccess = (
  fields: readonly Field[],
  change: (field: Field, path: string) => Field['access'],
  before = '',
): Field[] =>
  fields.map((field) => {
    const path = `${before}${field.key}`
    const access = change(field, path)
    return {
      ...field,
      ...(access && Object.keys(access).length > 0 && { access }),
      ...(isDetail(field) && { fields: mapAccess(field.fields, change, `${path}.`) }),
    }
  })

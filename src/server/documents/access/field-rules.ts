import {
  codeInSome,
  codeInState,
  type FieldRule,
  fieldRights,
  findRight,
  listStates,
  ruleCode,
} from '#runtime/schema/field-rights.ts'
import { type Field, isDetail, type StoredScreen } from '#runtime/schema/types.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'

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
export function readRuled(screen: StoredScreen, listCode: string): RuledDocument | undefined {
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

/** The roles of a user that count for a field: those that its rules name, and those that give the list; else none. */
function listRoles({ rules }: RuledField, listCode: string, user: SessionUser): (string | null)[] {
  const openers = new Set(user.rolesByList?.get(listCode))
  const counted = user.roles.filter(
    (role) => openers.has(role) || rules.some(({ roles }) => roles?.includes(role)),
  )
  return counted.length > 0 ? counted : [null]
}

/** All codes of a document's rules. */
function* listCodes({ id, states, fields }: RuledDocument) {
  for (const field of fields)
    for (const code of Object.values(accessByRules(id, field.path, field.rules)))
      yield* [code, codeInSome(code), ...states.map((state) => codeInState(code, state))]
}

/** The codes that a user has by the rules of a document. Of several roles, the one with the widest right decides. */
function* listHeld({ id, listCode, states, fields }: RuledDocument, user: SessionUser) {
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

/** The rules of fields of all served documents, and the codes that users have by them. */
export class FieldRules {
  readonly #documents = new Map<string, RuledDocument>()
  /** By the user that a session has read; another set of rules makes the cache void. */
  #users = new WeakMap<SessionUser, SessionUser>()
  #codes: string[] | null = null

  set(id: string, document: RuledDocument | undefined): void {
    if (!document && !this.#documents.has(id)) return
    if (document) this.#documents.set(id, document)
    else this.#documents.delete(id)
    this.#users = new WeakMap()
    this.#codes = null
  }

  /** All codes of all rules. The array is another one after each change. */
  get codes(): readonly string[] {
    this.#codes ??= [...this.#documents.values()].flatMap((document) => [...listCodes(document)])
    return this.#codes
  }

  /** The user with the codes that follow from the rules. */
  withCodes(user: SessionUser): SessionUser {
    if (this.#documents.size === 0) return user
    const cached = this.#users.get(user)
    if (cached) return cached
    const allowed = [...this.#documents.values()].flatMap((document) => [...listHeld(document, user)])
    const whole = { ...user, codes: new Set([...user.codes, ...allowed]) }
    this.#users.set(user, whole)
    this.#users.set(whole, whole)
    return whole
  }
}

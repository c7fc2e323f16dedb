import {
  listHeldCodes,
  listRuleCodes,
  type RuledDocument,
} from '#runtime/schema/kinds/screen/field-rule-codes.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'

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
    this.#codes ??= [...this.#documents.values()].flatMap((document) => [...listRuleCodes(document)])
    return this.#codes
  }

  /** The user with the codes that follow from the rules. */
  withCodes(user: SessionUser): SessionUser {
    if (this.#documents.size === 0) return user
    const cached = this.#users.get(user)
    if (cached) return cached
    const allowed = [...this.#documents.values()].flatMap((document) => [...listHeldCodes(document, user)])
    const whole = { ...user, codes: new Set([...user.codes, ...allowed]) }
    this.#users.set(user, whole)
    this.#users.set(whole, whole)
    return whole
  }
}

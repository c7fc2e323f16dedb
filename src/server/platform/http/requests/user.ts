import type { DataRule } from '../data-rule.ts'

/** The user of a request, read by the guard from the session. */
export interface SessionUser {
  id: string
  username: string
  realname: string
  /** The user's current department. */
  orgCode: string
  roles: string[]
  /** Holds every code without a grant. */
  isAdmin: boolean
  codes: ReadonlySet<string>
  /** By the code of a list, the roles of the user that give it; absent: none is known to do so. */
  rolesByList?: ReadonlyMap<string, readonly string[]>
  /** The ids of the granted permissions: menu entries and codes. */
  grants: ReadonlySet<string>
  /** The codes of all departments of the user; absent: only `orgCode`. */
  orgCodes?: readonly string[]
  /**
   * By menu entry, the granted data rules of entries that have valid ones: without a granted rule no record is visible.
   * An entry that is absent has no rules.
   */
  dataRules?: ReadonlyMap<string, readonly DataRule[]>
  /** The tenants that the user may enter, by number. */
  tenants?: readonly number[]
  /** The tenants of the user that are frozen or outside of their period; absent: none. */
  closedTenants?: readonly number[]
  /** The tenant of the request: one of `tenants`; absent: 0, of users without a tenant. */
  tenantId?: number
  /** Whether the password is still the generated first one. */
  mustChange: boolean
  /** The password is older or simpler than the settings allow: the user may only change it. */
  isPasswordExpired?: boolean
}

/** Whether the user has a code. The server denies by default. */
export const holds = (user: SessionUser, code: string): boolean => user.isAdmin || user.codes.has(code)

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
  /** Whether the password is still the generated first one. */
  mustChange: boolean
}

/** Whether the user has a code. The server denies by default. */
export const holds = (user: SessionUser, code: string): boolean => user.isAdmin || user.codes.has(code)

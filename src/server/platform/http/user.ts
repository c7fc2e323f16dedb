/** Who is asking, as the guard read it from the session. */
export interface SessionUser {
  id: string
  username: string
  realname: string
  /** The department the user works in now. */
  orgCode: string
  roles: string[]
  /** Holds every code without a grant. */
  isAdmin: boolean
  codes: ReadonlySet<string>
  /** The first password was generated and has not been changed yet. */
  mustChange: boolean
}

/** The server denies by default: a code is held or the thing is refused. */
export const holds = (user: SessionUser, code: string): boolean => user.isAdmin || user.codes.has(code)

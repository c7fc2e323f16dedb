import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Http } from '#runtime/data/http.ts'
import type { Lookup } from '#runtime/schema/field-value.ts'

export interface User {
  id: string
  username: string
  realname: string
  orgCode: string
}

/** What a notice offers to do; `run` starts after the user has confirmed the question, if there is one, and reports its own failures. */
export interface NoticeAction {
  title: string
  question?: string
  run(): Promise<void>
}

/** Shows a notice; the application decides how. */
export type Notify = (
  kind: 'success' | 'info' | 'warning' | 'error',
  text: string,
  action?: NoticeAction,
) => void

/** What every part of a page may use: requests, the signed-in user and the user's rights, notices, dictionary texts. */
export interface Services {
  http: Http
  user: User
  can(code: string): boolean
  notify: Notify
  lookup: Lookup
  /** Codes that the prefix of the toolbar of a detail table (`authPrefix`) hides; none by default. */
  hiddenBy?(prefix: string): ReadonlySet<string>
  /** The session token, for file addresses of a foreign store that requires it; none by default. */
  token?(): string | null
}

const ServicesContext = createContext<Services | null>(null)
export const ServicesProvider = ServicesContext.Provider

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices outside ServicesProvider')
  return services
}

interface LookupProps {
  lookup: Lookup
  children: ReactNode
}

/** Its children ask for rights in the state of one record; the other services stay. */
export function RightsProvider({ can, children }: Pick<Services, 'can'> & { children: ReactNode }) {
  const services = useServices()
  const value = useMemo(() => ({ ...services, can }), [services, can])
  return <ServicesProvider value={value}>{children}</ServicesProvider>
}

/** Its children read dictionary texts by another lookup; the other services stay. */
export function LookupProvider({ lookup, children }: LookupProps) {
  const services = useServices()
  const value = useMemo(() => ({ ...services, lookup }), [services, lookup])
  return <ServicesProvider value={value}>{children}</ServicesProvider>
}

import type { ComponentType } from 'react'
import type { ActionViewProps } from '#runtime/fields/context.tsx'
import { lazyPart } from '#runtime/ui/lazy.tsx'

/** The views that buttons of lists open, by the names documents use (`client-names.ts` has the same names). */
export const actionViews: ReadonlyMap<string, ComponentType<ActionViewProps>> = new Map([
  ['data-compare', lazyPart(async () => (await import('#views/data-log/DataCompare.tsx')).DataCompare)],
  ['role-grants', lazyPart(async () => (await import('#views/role/RoleGrants.tsx')).RoleGrants)],
  ['role-users', lazyPart(async () => (await import('#views/role/RoleUsers.tsx')).RoleUsers)],
])

import type { PackageParts } from '#runtime/schema/package/package-parts.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { PackageProposal } from '../../permission/interface.ts'
import type { DesignServices } from '../services.ts'
import { type Arrival, listArrived } from './arrived.ts'
import { type MenuChange, type PlannedMenu, planMenu } from './plan-menu.ts'
import { type PlannedRole, planRoles } from './plan-roles.ts'

/** Which parts of a package an import takes over. */
export interface PartsChoice {
  roles: boolean
  menu: boolean
  /** The documents of the package whose settings replace those that an administrator of this place has set. */
  replace: readonly string[]
}

/** What an import proposes for roles and changes in the menu, in words. */
export interface PlannedParts {
  /** Which parts the package has, wanted or not. */
  offered: { roles: boolean; menu: boolean }
  /** How many grants are proposed and how many entries and groups are written. */
  count: number
  roles: PlannedRole[]
  menu: PlannedMenu | null
}

/** What an import would write beside the documents. */
export interface ReadyParts {
  plan: PlannedParts
  /** Parts that belong to no document of the package: nothing is imported with them. */
  faults: string[]
  proposals: PackageProposal[]
  changes: MenuChange[]
}

/** Compares what administrators have set for the documents of a package with this place. Stores nothing. */
export async function planParts(
  services: Pick<DesignServices, 'db' | 'documents'>,
  user: SessionUser,
  parts: PackageParts,
  choice: PartsChoice,
  arrival: Arrival,
): Promise<ReadyParts> {
  const arrived = listArrived(services, user, arrival)
  const roles = choice.roles ? (parts.roles ?? []) : []
  const planned = await planRoles(services.db.app, user, roles, arrived, arrival.renameCode)
  const menu =
    choice.menu && parts.menu
      ? await planMenu(services.db.app, user, parts.menu, arrived, choice.replace)
      : { plan: null, changes: [] }
  const { faults, proposals } = planned
  const plan: PlannedParts = {
    offered: { roles: parts.roles !== undefined, menu: parts.menu !== undefined },
    count: proposals.length + menu.changes.length,
    roles: planned.roles,
    menu: menu.plan,
  }
  return { plan, faults, proposals, changes: menu.changes }
}

import type { CompileEnv } from '#runtime/compile/compile-env.ts'
import { compileFilters, type PanelFilters } from '#runtime/compile/panel/panel-filters.ts'
import { computeDefault } from '#runtime/record/formulas/defaults.ts'
import { envScope, keySet, type LevelKeys } from '#runtime/record/scope.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import type { Services } from '#runtime/services/services.tsx'

interface FilterEnv extends Pick<CompileEnv, 'types' | 'can'> {
  user: Services['user']
  now: Date
}

/** The filters of a panel with the defaults of the user, and the keys that queries of its blocks read of them. */
export function buildFilters(
  panel: PanelDocument,
  { types, can, user, now }: FilterEnv,
): PanelFilters & { paramKeys: LevelKeys } {
  const scope = envScope({ user: { ...user }, now, mode: 'detail' })
  const filters = compileFilters(panel, {
    types,
    can,
    computeDefault: (field) => computeDefault(field, scope),
  })
  const fields = filters.items.map(({ field }) => field)
  return { ...filters, paramKeys: keySet(fields, types) }
}

/** Milliseconds between refreshes of the blocks of a panel; false: only on request. */
export const refreshTime = ({ refresh }: Pick<PanelDocument, 'refresh'>): number | false =>
  refresh === undefined ? false : refresh * 1000

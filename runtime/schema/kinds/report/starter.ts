import type { Starter } from '../starter.ts'

/** The SELECT of a draft with its columns and parameters. */
export const reportStarter: Starter = {
  icon: 'table',
  needsSource: true,
  needsDraft: true,
  parts({ id, name, perm, draft }) {
    if (!draft) throw new Error(`${id} needs a draft`)
    const { sql, tables, fields, params } = draft
    return {
      code: `rp_${name}`,
      perm,
      source: { sql, tables },
      ...(params.length > 0 ? { params } : {}),
      fields,
    }
  },
}

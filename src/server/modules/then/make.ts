import { getRows, keySet, rowScope } from '#runtime/record/scope.ts'
import type { Consequence, ConsequenceContext } from '../../records/record-transaction.ts'
import { documentCaller } from '../../records/then/author.ts'
import { computeValues } from '../../records/then/computed-values.ts'
import { prepareNew } from '../../records/write/save-new.ts'
import { openTarget, writeTarget } from './written.ts'

/** The scopes of the rows for each of which a record is added; that of the record itself without a detail. */
function listScopes({ resource, record, scope }: ConsequenceContext, each: string | undefined) {
  const detail = resource.details.find(({ key }) => key === each)
  if (!detail) return [scope]
  const keys = keySet(detail.field.fields, resource.types)
  return getRows(record, detail.key).map((row) => rowScope(row, keys, scope))
}

/** Adds records of another screen, with the checks and hooks of a save. */
export const make: Consequence<'make'> = {
  name: 'make',
  remains: true,
  async run({ screen, values, each }, context) {
    const { transaction, by } = context
    const target = openTarget(context, screen)
    const caller = documentCaller(transaction, by)
    const ids: string[] = []
    for (const scope of listScopes(context, each)) {
      const deed = `在「${target.screen.title}」新增一条`
      const added = await writeTarget(context, target, deed, async () => {
        const head = computeValues(values, target.screen.fields, scope)
        const put = await prepareNew(target, caller, { head, details: new Map(), problems: [] })
        return await put(transaction)
      })
      ids.push(String(added.id))
    }
    return ids.length === 0 ? null : { count: ids.length, target: { screen, ids } }
  },
}

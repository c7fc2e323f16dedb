import { sql } from 'kysely'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { SessionUser } from '../../../platform/http/requests/user.ts'
import type { Db } from '../../../platform/store/database.ts'
import { tenantRule } from '../../access/tenant-rule.ts'
import { and } from '../../query/condition.ts'
import { isLive } from '../../query/list.ts'
import { comparedText, matchAny, readComparedText } from '../../query/same-value.ts'
import type { Resource } from '../../resource.ts'
import { uniqueText } from '../../write/violation.ts'
import type { FieldColumn } from '../workbook/headings.ts'
import type { RecordDraft, RowDraft, RowValues } from './import-drafts.ts'
import type { StoredMatch } from './import-match.ts'
import type { ImportPlan } from './import-plan.ts'

const isUnique = ({ field }: FieldColumn): boolean =>
  field.validateRules?.some((rule) => rule.unique === true) === true

/**
 * The cells whose value must be unique and is not: a record above has it, or a stored one. The database refuses them
 * too, but only in rows without another fault. `matched` returns the stored record that a record updates.
 */
export async function uniqueFaults(
  db: Db,
  resource: Resource,
  user: SessionUser,
  { head, match }: ImportPlan,
  values: ReadonlyMap<RowDraft, RowValues>,
  records: readonly RecordDraft[],
  matched: (record: RecordDraft) => StoredMatch | undefined,
): Promise<ImportFault[]> {
  const faults: ImportFault[] = []
  // Repeated values of the only matched field are reported where records are matched.
  const isMatched = (key: string) => match.length === 1 && match[0] === key
  for (const { field, column } of head.filter((entry) => isUnique(entry) && !isMatched(entry.field.key))) {
    const cells = records.flatMap((record) => {
      const value = values.get(record)?.[field.key]
      const cell = record.cells.get(field.key)
      return cell && value !== null && value !== undefined && value !== ''
        ? [{ cell, word: readComparedText(column.toDb(value), column.type), id: matched(record)?.id }]
        : []
    })
    if (cells.length === 0) continue
    const words = [...new Set(cells.map(({ word }) => word))]
    const rules = [...isLive(resource), ...tenantRule(resource, user)]
    const where = and([...rules, matchAny(column, words)])
    const { rows } = await sql<{ id: string; word: string }>`
      select t.id, ${comparedText(column)} as word from ${sql.id(resource.table)} as t where ${where}`.execute(
      db,
    )
    const owners = new Map(rows.map(({ id, word }) => [word, id]))
    const seen = new Set<string>()
    for (const { cell, word, id } of cells) {
      const owner = owners.get(word)
      if (seen.has(word) || (owner !== undefined && owner !== id))
        faults.push({ ...cell, reason: uniqueText([field]) })
      seen.add(word)
    }
  }
  return faults
}

import { sql } from 'kysely'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Db } from '../../../platform/store/database.ts'

/** A version of a workflow by which cases go on, with their number. */
interface RunningVersion {
  workflow: string
  version: number
  document: JsonObject
  count: number
}

/** The versions with cases that have not ended, of all screens or of these. */
export async function readRunningVersions(db: Db, screens?: readonly string[]): Promise<RunningVersion[]> {
  const { rows } = await sql<RunningVersion>`
    select v.workflow, v.version, v.document, count(*)::int as count
    from sys_workflow_case c join sys_workflow_version v on v.workflow = c.workflow and v.version = c.version
    where c.status in ('running', 'suspended', 'back')
      ${screens ? sql`and c.screen = any(${screens}::text[])` : sql``}
    group by v.workflow, v.version order by v.workflow, v.version`.execute(db)
  return rows
}

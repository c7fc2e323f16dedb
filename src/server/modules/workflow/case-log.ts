import { sql } from 'kysely'
import type { CaseLogEntry } from '#runtime/record/workflow/record-workflow.ts'
import type { RecordServices } from '../../records/services.ts'

/** The actions of a log. */
const MAX_LOG = 200

/** An action with the number of the task that it decided. */
type StoredAction = CaseLogEntry & { task: number | null }

/** The latest actions on a case, in their order. */
export async function readLog(services: Pick<RecordServices, 'db'>, caseId: string): Promise<StoredAction[]> {
  const { rows } = await sql<StoredAction>`
    select l.id::text, action, node_name as step, author, to_char(l.create_time, 'YYYY-MM-DD HH24:MI:SS') as time, opinion,
      target as "to", task, mentions,
      (select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'name', f.original_name) order by p.place), '[]')
        from unnest(l.files) with ordinality as p(path, place) join sys_file f on f.path = p.path) as files
    from sys_workflow_log l where case_id = ${caseId} order by l.id desc limit ${MAX_LOG}`.execute(
    services.db.app,
  )
  return rows.reverse()
}

import { sql } from 'kysely'
import { taskFilter } from '../../documents/led-screens.ts'
import type { Column } from '../../documents/plan/column.ts'
import type { SessionUser } from '../../platform/http/requests/user.ts'

const states = {
  todo: sql`k.status = 'open'`,
  done: sql`k.status in ('passed', 'refused')`,
}

/** The tasks of a user as a column of the records that a workflow leads: what the user has to decide, and has decided. */
export function taskColumn(screen: string, { username }: Pick<SessionUser, 'username'>): Column {
  const { key, ...field } = taskFilter
  const tasks = (state: keyof typeof states) => sql`
    select k.record_id from sys_workflow_task k
    where k.person = ${username} and k.screen = ${screen} and k.kind = 'decide' and ${states[state]}`
  const isIn = (state: keyof typeof states) => sql`t.id in (${tasks(state)})`
  return {
    key,
    name: key,
    ref: sql`case when ${isIn('todo')} then 'todo' when ${isIn('done')} then 'done' end`,
    type: { type: 'varchar', length: 4 },
    field: { ...field, key, options: [...field.options] },
    dictCode: null,
    readsOthers: true,
    // A record may be both: the user has decided one of its steps and has to decide another.
    compare: (value) => (value === 'todo' || value === 'done' ? isIn(value) : null),
    fromDb: (raw) => raw ?? null,
    toDb: (value) => value,
  }
}

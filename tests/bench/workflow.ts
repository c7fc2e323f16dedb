import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { actOnTask } from '#server/modules/workflow/act.ts'
import type { SessionUser } from '#server/platform/http/requests/user.ts'
import { TestServer } from '../unit/server/resources/test-server.ts'
import { recordStatements } from '../unit/server/statements.ts'
import { workflow, workflowDocuments, workflowGrants } from '../unit/server/workflow/documents.ts'
import { type Budget, median } from './measure/budget.ts'
import { databaseTime } from './measure/database-time.ts'
import { fillTable } from './measure/fill.ts'

const STEPS = 50
const ROUNDS = 30
const VOTERS = 100
const TASKS = 1_000_000
const PEOPLE = 2000

const shipped = (id: string) => JSON.parse(readFileSync(`schemas/${id}.json`, 'utf8')) as unknown

/** A workflow of as many steps, of which one is a vote of as many people. */
const longWorkflow = {
  ...workflow,
  steps: Array.from({ length: STEPS }, (_, at) =>
    at === ROUNDS
      ? {
          ...{ key: `s${at}`, type: 'approve', title: `第 ${at} 步`, how: 'share', share: 51 },
          to: { roles: ['voter'] },
        }
      : { key: `s${at}`, type: 'approve', title: `第 ${at} 步`, to: { users: ['other'] } },
  ),
}

/** Actions on a long case, votes at the same time, and the tasks of one person among those of many. */
export async function benchWorkflow(): Promise<Budget[]> {
  const documents = { ...workflowDocuments(), 'demo/request-flow.json': longWorkflow }
  const lists = Object.fromEntries(
    ['bpm/todo', 'dict/workflow-task-status'].map((id) => [`${id}.json`, shipped(id)]),
  )
  const server = await TestServer.open(
    { ...documents, ...lists },
    {
      ...workflowGrants,
      other: [...(workflowGrants.other ?? []), 'bpm:todo:list'],
    },
  )
  try {
    await addVoters(server)
    const id = await begin(server)
    return [await benchAction(server), await benchVotes(server, id), ...(await benchTodo(server))]
  } finally {
    await server.close()
  }
}

async function addVoters(server: TestServer): Promise<void> {
  const { owner } = server.test.db
  await sql`
    insert into sys_user (id, username, realname, status, del_flag)
    select 'voter-' || i, 'voter-' || i, '投票人' || i, 1, 0 from generate_series(1, ${sql.lit(VOTERS)}) i`.execute(
    owner,
  )
  await sql`insert into sys_role (id, role_code, role_name) values ('voter', 'voter', '投票人')`.execute(
    owner,
  )
  await sql`
    insert into sys_user_role (user_id, role_id)
    select 'voter-' || i, 'voter' from generate_series(1, ${sql.lit(VOTERS)}) i`.execute(owner)
}

const place = '/jeecg-boot/resource/demo/request'

async function begin(server: TestServer): Promise<string> {
  const added = await server.call('clerk', 'POST', `${place}/add`, { body: { fname: '购书', ftotal: 500 } })
  const { id } = added.body.result as { id: string }
  const { body } = await server.call('clerk', 'POST', `${place}/move/submit`, { body: { ids: id } })
  if (!body.success) throw new Error(body.message)
  return id
}

async function findTasks(server: TestServer): Promise<{ id: string; person: string }[]> {
  const { rows } = await sql<{ id: string; person: string }>`
    select id, person from sys_workflow_task where status = 'open' order by person`.execute(
    server.test.db.app,
  )
  return rows
}

async function benchAction(server: TestServer): Promise<Budget> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [task] = await findTasks(server)
    const start = performance.now()
    const { body } = await server.call('other', 'POST', '/jeecg-boot/workflow/act', {
      body: { task: task?.id, action: 'pass' },
    })
    times.push(performance.now() - start)
    if (!body.success) throw new Error(body.message)
  }
  return { name: `action on a case of ${STEPS} steps`, value: median(times), limit: 60, unit: 'ms' }
}

async function benchVotes(server: TestServer, record: string): Promise<Budget> {
  const voters = await findTasks(server)
  const answers = await Promise.allSettled(
    voters.map(({ id, person }) =>
      actOnTask(
        server.services,
        { id: person, username: person, realname: person, orgCode: 'A01' } as SessionUser,
        {
          task: id,
          action: 'pass',
        },
      ),
    ),
  )
  const { rows } = await sql<{ passed: number; open: number }>`
    select count(*) filter (where status = 'passed' and kind = 'decide')::int as passed, count(*) filter (where status = 'open')::int as open
    from sys_workflow_task where record_id = ${record} and step = ${`s${ROUNDS}`}`.execute(server.test.db.app)
  const needed = Math.ceil(VOTERS * 0.51)
  const accepted = answers.filter(({ status }) => status === 'fulfilled').length
  const next = await findTasks(server)
  const wrong =
    Math.abs(voters.length - VOTERS) +
    Math.abs(accepted - needed) +
    Math.abs((rows[0]?.passed ?? 0) - needed) +
    (rows[0]?.open ?? 0) +
    Math.abs(next.length - 1)
  return { name: `wrong results of ${VOTERS} votes at once`, value: wrong, limit: 0, unit: 'results' }
}

async function benchTodo(server: TestServer): Promise<Budget[]> {
  const { owner } = server.test.db
  await fillTable(owner, 'sys_workflow_task', () =>
    sql`
    insert into sys_workflow_task (id, case_id, number, workflow, process, screen, record_id, biz_title, starter, start_time, step,
      node_name, visit, kind, person, status, arrive_time, end_time)
    select 'bench-' || i, c.id, 1000 + i, c.workflow, c.process, c.screen, 'bench-' || i, '单据 ' || i, 'clerk', c.start_time,
      'first', '初审', 1, 'decide', case when i % ${sql.lit(PEOPLE)} = 0 then 'other' else 'person-' || i % ${sql.lit(PEOPLE)} end,
      case when i % 10 = 0 then 'open' else 'passed' end, localtimestamp - i * interval '1 second', localtimestamp
    from (select * from sys_workflow_case limit 1) c, generate_series(1, ${sql.lit(TASKS)}) i`.execute(owner),
  )
  const inDatabase = async (url: string) => {
    const statements = await recordStatements(async () => {
      const { body } = await server.call('other', 'GET', url)
      if (!body.success) throw new Error(body.message)
    })
    return databaseTime(
      owner,
      statements.filter(({ text }) => text.includes('sys_workflow_task')),
    )
  }
  return [
    {
      name: `list of open tasks of one person among ${TASKS}, in the database`,
      value: await inDatabase('/jeecg-boot/resource/bpm/todo/list?pageNo=1&pageSize=20'),
      limit: 10,
      unit: 'ms',
    },
    {
      name: `count of open tasks of one person among ${TASKS}, in the database`,
      value: await inDatabase('/jeecg-boot/workflow/counts'),
      limit: 20,
      unit: 'ms',
    },
  ]
}

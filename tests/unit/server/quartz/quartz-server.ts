import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import Type from 'typebox'
import { onTestFinished } from 'vitest'
import type { Services } from '#server/app/services.ts'
import { defineModule } from '#server/modules/define-module.ts'
import { runTask } from '#server/modules/quartz/execute.ts'
import { defineJobType, type JobRun } from '#server/platform/jobs/job-type.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { TestServer } from '../resources/test-server.ts'

const read = (id: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../schemas', `${id}.json`), 'utf8'))

/** What the runs of the type `probe` do, and what they were. */
export const probe: { runs: JobRun[]; work(run: JobRun): Promise<string> } = {
  runs: [],
  work: async () => '做完',
}

const probeType = defineJobType({
  name: 'probe',
  title: '试用',
  parameters: Type.Object({ days: Type.Optional(Type.Integer()) }),
  run: (_services: object, _parameters, run) => {
    probe.runs.push(run)
    return probe.work(run)
  },
})

/** A server with the screens of scheduled jobs and the type `probe`; `keeper` of the jobs is the user `clerk`. */
export async function openQuartz(): Promise<TestServer> {
  const job = read('system/quartz-job')
  job.fields[0].options.push({ value: 'probe', text: '试用' })
  const verbs = ['list', 'detail', 'add', 'edit', 'delete', 'import', 'pause', 'resume', 'execute']
  const server = await TestServer.open(
    {
      'system/quartz-job.json': job,
      'system/quartz-run.json': read('system/quartz-run'),
      'system/quartz-upcoming.json': read('system/quartz-upcoming'),
      'dict/quartz-status.json': read('dict/quartz-status'),
    },
    {
      clerk: [...verbs.map((verb) => `system:quartz-job:${verb}`), 'system:quartz-run:list'],
      reader: ['system:quartz-job:list', 'system:quartz-job:edit'],
    },
    [defineModule<Services>({ name: 'probe', jobTypes: [probeType] })],
  )
  await (await begin(server))()
  return server
}

/** Begins the tasks of a server, which is the first one unless another is given; the test stops them at its end. */
export async function begin(server: TestServer, services: Services = server.services) {
  const log = pino({ level: 'silent' })
  const stop = await startJobs([], services, { db: services.db, links: server.test.links, log }, [runTask])
  let stopped: Promise<void> | undefined
  return () => {
    stopped ??= stop()
    return stopped
  }
}

/** As `begin`, stopped at the end of the test. */
export async function beginForTest(server: TestServer, services?: Services) {
  const stop = await begin(server, services)
  onTestFinished(stop)
  return stop
}

export const yearly = '0 0 3 1 1 ?'

export const addJob = async (server: TestServer, values: Record<string, unknown> = {}) => {
  const body = { jobClassName: 'probe', cronExpression: yearly, status: 0, timeLimit: 60, ...values }
  const reply = await server.call('clerk', 'POST', '/jeecg-boot/sys/quartzJob/add', { body })
  if (!reply.body.success) throw new Error(JSON.stringify(reply.body))
  return String(reply.body.result.id)
}

export const press = (server: TestServer, verb: string, id: string, who: 'clerk' | 'reader' = 'clerk') =>
  server.call(who, 'GET', `/jeecg-boot/sys/quartzJob/${verb}`, { query: { id } })

interface Run {
  state: string
  cause: string
  attempt: number
  result: string | null
  error: string | null
  server: string | null
  cost: number | null
}

export const readRuns = async ({ test }: TestServer, job: string): Promise<Run[]> =>
  (
    await sql<Run>`
    select state, cause, attempt, result, error, server, cost_time as cost from sys_quartz_run where job_id = ${job}
    order by create_time, id`.execute(test.db.owner)
  ).rows

/** The planned runs of a job in the queue, and the one that its plan names. */
export async function planned({ test }: TestServer, job: string) {
  const { rows } = await sql<{ queue: string | null; plan: string | null }>`
    select (select to_char(run_at, 'YYYY-MM-DD HH24:MI:SS') from graphile_worker.jobs where key = 'quartz:' || ${job}) as queue,
      (select to_char(next_run, 'YYYY-MM-DD HH24:MI:SS') from sys_quartz_plan where job_id = ${job}) as plan`.execute(
    test.db.owner,
  )
  return rows[0]
}

/** Moves the planned run of a job to some seconds ago, as if the time had passed. */
export async function passTime({ test }: TestServer, job: string, seconds: number) {
  const due = new Date(Math.floor(Date.now() / 1000 - seconds) * 1000).toISOString()
  await sql`update sys_quartz_plan set next_run = ${due}::timestamptz where job_id = ${job}`.execute(
    test.db.owner,
  )
  await sql`select sys_plan_run('run-scheduled-job', ${`quartz:${job}`},
    ${JSON.stringify({ job, due })}::json, ${due}::timestamptz)`.execute(test.db.owner)
}

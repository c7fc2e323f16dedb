import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { watch } from '#server/modules/quartz/watch.ts'
import { planRun } from '#server/platform/jobs/plan-run.ts'
import type { TestServer } from '../resources/test-server.ts'
import {
  addJob,
  beginForTest,
  openQuartz,
  passTime,
  planned,
  press,
  probe,
  readRuns,
} from './quartz-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openQuartz()
})
afterAll(() => server?.close())
beforeEach(() => {
  probe.runs = []
  probe.work = async () => '做完'
})

const nextYear = `${new Date().getFullYear() + 1}-01-01 03:00:00`
const states = async (id: string) =>
  (await readRuns(server, id)).map(({ state, cause }) => `${cause} ${state}`)
/** The queue as if the pauses before further attempts were over. */
const makeDue = () =>
  sql`update graphile_worker._private_jobs set run_at = now() where key like 'quartz-run:%'`.execute(
    server.test.db.owner,
  )
/** A run that only ends when the test says so. */
const hold = () => {
  let release = () => {}
  probe.work = () =>
    new Promise<string>((resolve) => {
      release = () => resolve('做完')
    })
  onTestFinished(() => release())
  return () => release()
}

describe('a planned run', () => {
  it('is carried out once by several servers, and the next one is planned', async () => {
    const another = await server.openAnother()
    onTestFinished(() => another.close())
    probe.work = async () => {
      await sleep(30)
      return '清了 3 条'
    }
    const ids: string[] = []
    for (let at = 0; at < 6; at++) ids.push(await addJob(server, { description: `任务 ${at}` }))
    for (const id of ids) await passTime(server, id, 1)
    await beginForTest(server)
    await beginForTest(server, another.services)
    for (const id of ids) {
      await expect.poll(() => states(id), { timeout: 8000 }).toEqual(['plan done'])
      expect(await planned(server, id)).toEqual({ queue: nextYear, plan: nextYear })
      expect(await readRuns(server, id)).toMatchObject([
        { result: '清了 3 条', error: null, server: expect.any(String), cost: expect.any(Number) },
      ])
    }
    expect(probe.runs.map(({ job }) => job).sort()).toEqual([...ids].sort())
  })

  it('that was missed is left out, or made up once', async () => {
    const skipped = await addJob(server)
    const once = await addJob(server, { misfire: 'once' })
    for (const id of [skipped, once]) await passTime(server, id, 7200)
    await beginForTest(server)
    await expect.poll(() => states(skipped), { timeout: 8000 }).toEqual(['plan missed'])
    await expect.poll(() => states(once), { timeout: 8000 }).toEqual(['plan done'])
    expect(probe.runs.map(({ job }) => job)).toEqual([once])
    for (const id of [skipped, once]) expect((await planned(server, id))?.queue).toBe(nextYear)
  })

  it('does not begin while another one is under way, unless the job allows it', async () => {
    const alone = await addJob(server)
    const parallel = await addJob(server, { concurrent: 'Y' })
    hold()
    await beginForTest(server)
    for (const id of [alone, parallel]) await passTime(server, id, 1)
    await expect.poll(() => states(alone), { timeout: 8000 }).toEqual(['plan running'])
    await expect.poll(() => states(parallel), { timeout: 8000 }).toEqual(['plan running'])
    for (const id of [alone, parallel]) await passTime(server, id, 1)
    await expect.poll(() => states(alone), { timeout: 8000 }).toEqual(['plan running', 'plan skipped'])
    await expect.poll(() => states(parallel), { timeout: 8000 }).toEqual(['plan running', 'plan running'])
    expect((await press(server, 'execute', alone)).body.message).toContain('任务正在执行')
  })
})

describe('a run at once', () => {
  it('of a double click is one run, also of a paused job', async () => {
    const id = await addJob(server, { status: -1 })
    const replies = await Promise.all([1, 2, 3].map(() => press(server, 'execute', id)))
    expect(replies.map(({ body }) => body.message)).toEqual(['执行成功!', '执行成功!', '执行成功!'])
    await beginForTest(server)
    await expect.poll(() => states(id), { timeout: 8000 }).toEqual(['hand done'])
    expect(probe.runs).toHaveLength(1)
  })

  it('that waits does not begin after a removal of the job', async () => {
    const id = await addJob(server)
    await press(server, 'execute', id)
    await server.call('clerk', 'DELETE', '/jeecg-boot/sys/quartzJob/delete', { query: { id } })
    expect(await states(id)).toEqual(['hand cancelled'])
    await beginForTest(server)
    const other = await addJob(server)
    await press(server, 'execute', other)
    await expect.poll(() => states(other), { timeout: 8000 }).toEqual(['hand done'])
    expect(probe.runs.map(({ job }) => job)).toEqual([other])
  })
})

describe('a run that fails', () => {
  it('is logged with its reason, and tried again as often as the job says', async () => {
    const id = await addJob(server, { retries: 1 })
    probe.work = async () => {
      throw new Error('磁盘满了')
    }
    await beginForTest(server)
    await press(server, 'execute', id)
    await expect.poll(() => states(id), { timeout: 8000 }).toEqual(['hand failed', 'retry waiting'])
    expect((await readRuns(server, id))[0]).toMatchObject({ error: '磁盘满了', attempt: 1 })
    await makeDue()
    await expect.poll(() => states(id), { timeout: 8000 }).toEqual(['hand failed', 'retry failed'])
    expect((await readRuns(server, id))[1]).toMatchObject({ attempt: 2 })
  })

  it('of a paused job that was begun by hand is tried again as often as the job says', async () => {
    const id = await addJob(server, { retries: 2, status: -1 })
    probe.work = async () => {
      throw new Error('不行')
    }
    await beginForTest(server)
    await press(server, 'execute', id)
    await expect.poll(() => states(id), { timeout: 8000 }).toEqual(['hand failed', 'retry waiting'])
    await makeDue()
    await expect
      .poll(() => states(id), { timeout: 8000 })
      .toEqual(['hand failed', 'retry failed', 'retry waiting'])
    await makeDue()
    await expect
      .poll(() => states(id), { timeout: 8000 })
      .toEqual(['hand failed', 'retry failed', 'retry failed'])
  })

  it('is not tried again once the job is paused', async () => {
    const id = await addJob(server, { retries: 1 })
    probe.work = async () => {
      throw new Error('不行')
    }
    await beginForTest(server)
    await press(server, 'execute', id)
    await expect.poll(() => states(id), { timeout: 8000 }).toEqual(['hand failed', 'retry waiting'])
    await press(server, 'pause', id)
    expect(await states(id)).toEqual(['hand failed', 'retry cancelled'])
  })

  it('never ends: its signal is aborted at the time limit, also where the code ignores it', async () => {
    const id = await addJob(server, { timeLimit: 1 })
    probe.work = () => new Promise(() => {})
    await beginForTest(server)
    await press(server, 'execute', id)
    await expect.poll(() => states(id), { timeout: 8000 }).toEqual(['hand timeout'])
    expect(probe.runs[0]?.signal.aborted).toBe(true)
    expect((await readRuns(server, id))[0]?.error).toBe('超过 1 秒还没有执行完，已中止')
  })

  it('with its server is logged as interrupted, and the next one is planned', async () => {
    const id = await addJob(server)
    hold()
    await beginForTest(server)
    await passTime(server, id, 1)
    await expect.poll(() => states(id), { timeout: 8000 }).toEqual(['plan running'])
    // The next run was planned when this one began.
    expect((await planned(server, id))?.queue).toBe(nextYear)
    await sql`update sys_quartz_run set beat = now() - interval '2 minutes' where job_id = ${id}`.execute(
      server.test.db.owner,
    )
    await watch(server.services)
    expect(await states(id)).toEqual(['plan interrupted'])
    expect((await readRuns(server, id))[0]?.error).toBe('执行它的服务器中途停止了')
  })

  it('because the server stops is logged as interrupted', async () => {
    const id = await addJob(server)
    probe.work = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const stop = await beginForTest(server)
    await press(server, 'execute', id)
    await expect.poll(() => states(id), { timeout: 8000 }).toEqual(['hand running'])
    await stop()
    expect(await states(id)).toEqual(['hand interrupted'])
  })
})

it('the log keeps the runs of 90 days, and what waits or is under way', async () => {
  const id = await addJob(server)
  const { owner } = server.test.db
  for (const [state, days] of [
    ['done', 89],
    ['done', 91],
    ['waiting', 91],
  ] as const)
    await sql`
      insert into sys_quartz_run (id, job_id, job_class_name, cause, state, due_time, create_time)
      values (${`${state}-${days}`}, ${id}, 'probe', 'plan', ${state}, localtimestamp, localtimestamp - make_interval(days => ${days}))`.execute(
      owner,
    )
  await watch(server.services)
  const { rows } = await sql<{ id: string }>`
    select id from sys_quartz_run where job_id = ${id} order by id`.execute(owner)
  expect(rows.map((run) => run.id)).toEqual(['done-89', 'waiting-91'])
})

it('a serial run whose server was killed goes back to the queue', async () => {
  const { owner } = server.test.db
  await planRun(owner, { task: 'serial', key: 'serial', payload: {}, due: new Date(), isSerial: true })
  const lock = (minutes: number) =>
    sql`with queue as (
      update graphile_worker._private_job_queues set locked_by = 'killed', locked_at = now() - make_interval(mins => ${minutes})
      where queue_name = 'serial')
      update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - make_interval(mins => ${minutes})
      where key = 'serial'`.execute(owner)
  const readLocks = async () =>
    (
      await sql<{ run: string | null; queue: string | null }>`
        select j.locked_by as run, q.locked_by as queue from graphile_worker._private_jobs j
        join graphile_worker._private_job_queues q on q.id = j.job_queue_id where j.key = 'serial'`.execute(
        owner,
      )
    ).rows
  await lock(4)
  await watch(server.services)
  expect(await readLocks()).toEqual([{ run: 'killed', queue: 'killed' }])
  await lock(6)
  await watch(server.services)
  expect(await readLocks()).toEqual([{ run: null, queue: null }])
})

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { exportModule } from '#server/modules/export/module.ts'
import { watch } from '#server/modules/quartz/watch.ts'
import { ADVISORY_LOCKS } from '#server/platform/store/queue/advisory-locks.ts'
import { endProcess } from '../../../support/end-process.ts'
import { buildDatabaseUrl } from '../../../support/test-database.ts'
import { buildWorkbook, sendImport } from '../excel/send-import.ts'
import { addJob, begin, passTime, readRuns } from '../quartz/quartz-server.ts'
import { noteScreen } from '../resources/documents/note-screen.ts'
import { TestServer } from '../resources/test-server.ts'

const screen = 'demo/leaf'
const code = { key: 'fcode', title: '编码', type: 'input', length: 50, validateRules: [{ unique: true }] }
const items = {
  key: 'items',
  title: '明细',
  type: 'table',
  table: { name: 'demo_leaf_item', fk: 'fleafid', order: 'orderNum' },
  fields: [{ key: 'fname', title: '名称', type: 'input' }],
}
const leaf = (...fields: object[]) =>
  noteScreen({ id: screen, title: '散页', perm: 'demo:leaf', table: { name: 'demo_leaf' }, fields })
const note = (...fields: object[]) => noteScreen({ fields })
const text = { key: 'ftext', title: '文字', type: 'input' }
const total = { key: 'ftotal', title: '页数', type: 'input' }
const counted = { ...total, type: 'inputNumber' }
/** Records that are imported, and exported, while nobody waits for the answer. */
const MANY_ROWS = 2000
const MANY_RECORDS = 20_001
/** Rows before it have been written when the import waits for it. */
const BLOCKED_ROW = 900
const sheets = { 散页: [['编码'], ...Array.from({ length: MANY_ROWS }, (_, at) => [`K${at}`])] }

/** A server in a process of its own. */
interface Child {
  call(path: string, body?: object | FormData): Promise<{ result: Record<string, string> }>
  kill(): Promise<void>
}

let server: TestServer
const tmp = mkdtempSync(join(tmpdir(), 'office-killed-'))
const children: ChildProcess[] = []
let worker: Child
let others: Child[] = []

/** Beside the built threads, where the server finds them. */
const built = fileURLToPath(process.env.BUILT_THREADS ?? '')
const program = join(built, 'child-server.mjs')
const buildProgram = () =>
  build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'child-server.ts'),
      outDir: built,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'child-server.mjs', chunkFileNames: '[name]-[hash].js' } },
    },
  })

async function startChild(...words: string[]): Promise<Child> {
  const { links } = server.test
  const process_ = spawn(process.execPath, [program, server.folder, ...words], {
    env: {
      ...process.env,
      PORT: '0',
      TMPDIR: tmp,
      DATA_DIR: server.dataDir,
      SECRET_KEY: '5e'.repeat(32),
      DATABASE_URL: buildDatabaseUrl(links.app),
      DATABASE_OWNER_URL: buildDatabaseUrl(links.owner),
      REPORT_DATABASE_URL: buildDatabaseUrl(links.report),
      DEMO: '0',
      RATE_LIMIT: '0',
      MAX_LOOP_DELAY: '0',
      MONITOR_INTERVAL: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(process_)
  const address = await new Promise<string>((resolve, reject) => {
    process_.stdout.once('data', (line) => resolve(String(line).trim()))
    process_.once('exit', () => reject(new Error('a server did not start')))
  })
  return {
    async call(path, body) {
      const isForm = body instanceof FormData
      const answer = await fetch(`${address}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          'x-access-token': server.tokens.get('admin') ?? '',
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      return (await answer.json()) as { result: Record<string, string> }
    },
    kill: () => endProcess(process_, 'SIGKILL'),
  }
}

beforeAll(async () => {
  const building = buildProgram()
  const names = ['system/quartz-job', 'system/quartz-run', 'system/quartz-upcoming', 'dict/quartz-status']
  const read = (name: string) => JSON.parse(readFileSync(`schemas/${name}.json`, 'utf8'))
  const quartz = Object.fromEntries(names.map((name) => [`${name}.json`, read(name)]))
  const verbs = ['list', 'add', 'edit'].map((verb) => `system:quartz-job:${verb}`)
  server = await TestServer.open(
    { ...quartz, 'demo/leaf.json': leaf(code, items), 'demo/note.json': note(text, total) },
    { clerk: verbs },
  )
  await building
  const [first, ...rest] = await Promise.all([
    startChild('jobs'),
    ...Array.from({ length: 4 }, () => startChild()),
  ])
  worker = first
  others = rest
})
afterAll(async () => {
  await Promise.all(
    children.map((child) => (child.signalCode === null ? endProcess(child, 'SIGKILL') : undefined)),
  )
  await server?.close()
  rmSync(tmp, { recursive: true, force: true })
})

const owner = () => server.test.db.owner
const count = async (text: string) =>
  Number((await sql<{ n: string }>`${sql.raw(text)}`.execute(owner())).rows[0]?.n)
const call = (path: string, body?: object) =>
  server.call('admin', body ? 'POST' : 'GET', path, body ? { body } : {})

/** Takes locks in a transaction that ends, without its changes, when the returned function is called. */
async function block(statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client(server.test.links.owner)
  await client.connect()
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= client.end()
    return ended
  }
  onTestFinished(end)
  await client.query('begin')
  await client.query(statement)
  return end
}
const waiting = (number: number) =>
  expect
    .poll(
      () =>
        count(`select count(*) as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`),
      { interval: 5, timeout: 10_000 },
    )
    .toBe(number)
/** No transaction and no advisory lock of a server is left. */
const noLockIsLeft = () =>
  expect
    .poll(
      () =>
        count(`select count(*) as n from pg_locks l join pg_stat_activity a using (pid)
          where a.datname = current_database() and l.locktype in ('transactionid', 'advisory')`),
      { timeout: 5000 },
    )
    .toBe(0)

it('a job goes on after its server was killed during a run, and a run that it had just taken begins', async () => {
  await sql`insert into sys_export (id, screen, user_id, file_name, rights, state, row_count, create_time)
    values ('old', ${screen}, 'admin', '旧.xlsx', '', 'done', 1, now() - interval '2 days')`.execute(owner())
  const values = { jobClassName: 'cleanExports', days: 1, retries: 1 }
  const begun = await addJob(server, values)
  const taken = await addJob(server, { ...values, misfire: 'once' })
  const unblockExports = await block('lock table sys_export in access exclusive mode')
  await passTime(server, begun, 1)
  await waiting(1)
  const unblockJob = await block(`select 1 from sys_quartz_job where id = '${taken}' for update`)
  await passTime(server, taken, 1)
  await waiting(2)
  await worker.kill()
  await Promise.all([unblockExports(), unblockJob()])
  await noLockIsLeft()
  const exports = () => count(`select count(*) as n from sys_export`)
  expect(await exports()).toBe(1)

  await sql`update sys_quartz_run set beat = beat - interval '61 seconds'`.execute(owner())
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '61 seconds'`.execute(
    owner(),
  )
  await watch(server.services)
  expect(await readRuns(server, begun)).toMatchObject([
    { cause: 'plan', state: 'interrupted', error: '执行它的服务器中途停止了' },
    { cause: 'retry', state: 'waiting' },
  ])
  await sql`update graphile_worker._private_jobs set run_at = now() where key like 'quartz-run:%'`.execute(
    owner(),
  )
  onTestFinished(await begin(server))
  const states = async (id: string) =>
    (await readRuns(server, id)).map(({ state, cause }) => `${cause} ${state}`)
  await expect.poll(() => states(begun), { timeout: 8000 }).toEqual(['plan interrupted', 'retry done'])
  await expect.poll(() => states(taken), { timeout: 8000 }).toEqual(['plan done'])
  expect(await exports()).toBe(0)
})

const nextChild = () => others.pop() as Child

it('an import whose server was killed has written nothing, is shown as interrupted, and succeeds when repeated', async () => {
  const place = `/jeecg-boot/resource/${screen}`
  const unblock = await block(`insert into demo_leaf (id, rev, create_by, create_time, fcode)
    values ('other', 1, 'test', now(), 'K${BLOCKED_ROW}')`)
  const form = new FormData()
  form.append('background', '1')
  form.append('files[]', new Blob([new Uint8Array(buildWorkbook(sheets))]), '单.xlsx')
  const child = nextChild()
  const { importId } = (await child.call(`${place}/importExcel`, form)).result
  await waiting(1)
  await child.kill()
  await unblock()
  await noLockIsLeft()
  expect(await count('select count(*) as n from demo_leaf')).toBe(0)
  expect(readdirSync(tmp).filter((name) => name.startsWith('gazetteer-office-work-'))).toEqual([])

  const recent = async () => (await call(`${place}/import/recent`)).body.result
  await sql`update sys_import set report_time = report_time - interval '11 seconds'`.execute(owner())
  expect(await recent()).toMatchObject([{ id: importId, state: 'interrupted' }])
  expect((await call(`${place}/import/undo`, { id: importId })).body.success).toBe(false)
  const again = await sendImport(server, screen, sheets, { who: 'admin', fields: { background: '1' } })
  expect(again).toMatchObject({ code: 200, result: { state: 'running' } })
  await expect.poll(async () => (await recent())[0].state, { timeout: 20_000 }).toBe('done')
  expect(await count('select count(*) as n from demo_leaf')).toBe(MANY_ROWS)
})

it('an export whose server was killed is shown as interrupted, leaves no file, and succeeds when repeated', async () => {
  await sql`insert into demo_leaf (id, rev, create_by, create_time, fcode)
    select 'leaf' || n, 1, 'test', now(), 'L' || n from generate_series(1, ${MANY_RECORDS}) as n`.execute(
    owner(),
  )
  const place = `/jeecg-boot/resource/${screen}/exportXls?background=1`
  const folder = join(server.dataDir, 'exports')
  const unblock = await block('lock table demo_leaf_item in access exclusive mode')
  const child = nextChild()
  const { exportId } = (await child.call(place)).result
  await waiting(1)
  const parts = readdirSync(folder)
  expect(parts).toEqual([expect.stringMatching(new RegExp(`^${exportId}\\.xlsx\\.[0-9a-f]{32}\\.part$`))])
  await child.kill()
  await unblock()
  await noLockIsLeft()

  const recent = async () =>
    (await call(`/jeecg-boot/sys/export/recent?screen=${screen}`)).body.result as {
      id: string
      state: string
    }[]
  await sql`update sys_export set report_time = report_time - interval '11 seconds'`.execute(owner())
  expect(await recent()).toMatchObject([{ id: exportId, state: 'interrupted' }])
  const again = (await call(place)).body.result.exportId as string
  await expect.poll(async () => (await recent())[0]?.state, { timeout: 20_000 }).toBe('done')
  expect((await call('/jeecg-boot/sys/export/remove', { id: exportId })).body.success).toBe(true)
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const part of parts) utimesSync(join(folder, part), longAgo, longAgo)
  for (const job of exportModule.jobs ?? []) await job.run(server.services, new AbortController().signal)
  expect(readdirSync(folder)).toEqual([`${again}.xlsx`])
})

const at = '/design/documents/demo/note'
const countReleases = () => count('select count(*) as n from sys_design_revision')
const keepDraft = (base: object, body: object) =>
  server.call('admin', 'PUT', `${at}/draft`, { body: { base, body } })

it('a release whose server was killed before its end has changed nothing, and succeeds when repeated', async () => {
  const readType = async () =>
    (
      await sql<{ type: string }>`select data_type as type from information_schema.columns
        where table_name = 'demo_note' and column_name = 'ftotal'`.execute(owner())
    ).rows[0]?.type
  await keepDraft(note(text, total), note(text, counted))
  const release = { note: '', table: 'demo_note' }
  const unblock = await block('lock table sys_design_revision in exclusive mode')
  const child = nextChild()
  const lost = child.call(`${at}/release`, release).catch(() => undefined)
  await waiting(1)
  await child.kill()
  await lost
  await unblock()
  await noLockIsLeft()
  expect([await countReleases(), await readType()]).toEqual([0, 'character varying'])
  expect((await call(`${at}/release`, release)).body.success).toBe(true)
  expect(await readType()).toBe('numeric')
})

it('a release whose server was killed before it changed the tables is completed by another server', async () => {
  const added = { key: 'fadded', title: '附注', type: 'input' }
  await keepDraft(note(text, counted), note(text, counted, added))
  const before = await countReleases()
  // Another server that still loads the last release would wait for this test, and this test for it.
  await noLockIsLeft()
  const unblockRelease = await block(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.release})`)
  const child = nextChild()
  const lost = child.call(`${at}/release`, { note: '' }).catch(() => undefined)
  await waiting(1)
  const unblockTables = await block(`select pg_advisory_xact_lock(${ADVISORY_LOCKS.schema})`)
  await unblockRelease()
  await expect.poll(countReleases, { interval: 5 }).toBe(before + 1)
  await child.kill()
  await lost
  await unblockTables()
  const hasField = () =>
    server.services.documents.screen('demo/note')?.document.fields.some(({ key }) => key === added.key)
  await expect.poll(hasField, { timeout: 10_000 }).toBe(true)
  const saved = await call('/jeecg-boot/resource/demo/note/add', { ftext: '甲', fadded: '见附件' })
  expect(saved.body).toMatchObject({ success: true, result: { fadded: '见附件' } })
  await noLockIsLeft()
})

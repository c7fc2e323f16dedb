import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { hashPassword } from '#server/modules/session/passwords/passwords.ts'
import { prepareEmbedded } from '#server/platform/store/roles.ts'
import { temporary, writeWhole } from '../../e2e/product.ts'
import { readMemory } from '../measure/process-figures.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
export const PASSWORD = 'Bench-lantern-7'
/** The demo colleagues of the product; the bench gives ten of them a password and the clerk's role. */
const STAFF_COUNT = 10
const STOP_LIMIT_MS = 40_000

/** A table that nobody works with, and its report: the attacks that need many rows fill it. */
export const LARGE_REPORT = 'rp_bench_rows'
/** A table of long texts and its report, which clerks may read. */
export const TEXT_REPORT = 'rp_bench_texts'
/** A screen into which clerks import. */
export const PARTS = '/resource/bench/parts'
const fields = [
  { key: 'fname', title: '名称', type: 'input', query: 'like' },
  { key: 'fnum', title: '数量', type: 'inputNumber', scale: 2, statistics: ['sum'] },
]
const texts = [{ key: 'ftext', title: '正文', type: 'textarea', length: 1000 }]
const benchDocuments = [
  { version: 2, kind: 'screen', id: 'bench/rows', title: '大表', table: { name: 'bench_rows' }, fields },
  {
    version: 2,
    kind: 'report',
    id: 'bench/all-rows',
    title: '大表清单',
    code: LARGE_REPORT,
    source: { sql: 'select r.fname, r.fnum from bench_rows r', tables: ['bench_rows'] },
    fields,
  },
  {
    version: 2,
    kind: 'screen',
    id: 'bench/texts',
    title: '长文',
    table: { name: 'bench_texts' },
    fields: texts,
  },
  {
    version: 2,
    kind: 'report',
    id: 'bench/all-texts',
    title: '长文清单',
    code: TEXT_REPORT,
    perm: 'report:in-detail',
    source: { sql: 'select t.ftext from bench_texts t', tables: ['bench_texts'] },
    fields: texts,
  },
  {
    version: 2,
    kind: 'screen',
    id: 'bench/parts',
    title: '零件',
    perm: 'catalog:gazetteer',
    table: { name: 'bench_parts' },
    fields,
  },
]

/** The built server under attack, with its own data folder and a connection to its database. */
export interface Target {
  url: string
  process: ChildProcess
  database: pg.Client
  staff: readonly string[]
  /** Resident memory in MB, now. */
  memory(): number
  /** Ends the server with SIGTERM; resolves with its exit code, or null when it had to be killed. */
  stop(): Promise<number | null>
}

export interface TargetOptions {
  env?: Record<string, string>
  /** Leaves standard error unread, as a log collector that hangs does. */
  isLogUnread?: boolean
  /** The documents beside those of the product. */
  documents?: readonly { id: string }[]
  /** Modules that the server's process loads before the server; they may send messages to this process. */
  preloaded?: readonly string[]
}

const readLines = (path: string): string[] => readFileSync(path, 'utf8').split('\n')

/** Starts `dist/server/main.js` with default limits on a fresh data folder. */
export async function startTarget({
  env = {},
  isLogUnread = false,
  documents = benchDocuments,
  preloaded = [],
}: TargetOptions = {}): Promise<Target> {
  const data = temporary('office-abuse')
  const schemas = join(data.path, 'schemas')
  for (const document of documents) writeWhole(join(schemas, `${document.id}.json`), JSON.stringify(document))
  const preloads = preloaded.flatMap((path) => ['--import', path])
  const child = spawn(process.execPath, [...preloads, join(root, 'dist/server/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: data.path,
      SCHEMAS_DIR: schemas,
      ADMIN_PASSWORD: PASSWORD,
      DEMO_PASSWORD: PASSWORD,
      ...env,
    },
    stdio: [
      'ignore',
      'pipe',
      isLogUnread ? 'pipe' : 'ignore',
      ...(preloaded.length > 0 ? (['ipc'] as const) : []),
    ],
  })
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const url = await readyAddress(child, exited)
  const socketDir = readLines(join(data.path, 'pg/postmaster.pid'))[4]?.trim()
  const database = new pg.Client((await prepareEmbedded(socketDir ?? '')).owner)
  database.on('error', () => undefined)
  await database.connect()
  return {
    url,
    process: child,
    database,
    staff: await addStaff(database),
    memory: () => readMemory(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM')
      await database.end().catch(() => undefined)
      const killing = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      const code = await exited
      clearTimeout(killing)
      data.remove()
      return code
    },
  }
}

function readyAddress(child: ChildProcess, exited: Promise<number | null>): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const url = /^ready (http:\/\/\S+)$/m.exec(text)?.[1]
      if (url) resolve(url)
    })
    void exited.then((code) => reject(new Error(`the server ended with ${code}\n${text}`)))
  })
}

async function addStaff(database: pg.Client): Promise<string[]> {
  const password = await hashPassword(PASSWORD)
  const { rows } = await database.query<{ id: string; username: string }>(
    `update sys_user set password = $1, status = 1 where id in
       (select id from sys_user where id like 'demo-%' order by id limit ${STAFF_COUNT}) returning id, username`,
    [password],
  )
  for (const { id } of rows)
    await database.query(
      'insert into sys_user_role (user_id, role_id) values ($1, $2) on conflict do nothing',
      [id, 'clerk'],
    )
  return rows.map(({ username }) => username)
}

import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { details } from '#runtime/schema/derive.ts'
import { openDemoProduct } from '../../support/demo-product.ts'

/**
 * Every address that a page can read while it shows another user's screens, on the product with its demo content. A trigger on
 * each table notes the rows that are written.
 */
const urls: string[] = []
const { test, services, app, close } = await openDemoProduct({
  extend(instance) {
    instance.addHook('onRoute', ({ method, url, config = {} }) => {
      const isRead = [method].flat().includes('GET') && config.access !== 'public' && !config.changes
      if (isRead && !config.forViewer) urls.push(url)
    })
  },
})
const { owner } = test.db
afterAll(close)

const readId = async (username: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id from sys_user where username = ${username}`.execute(
    owner,
  )
  return rows[0]?.id ?? ''
}
const [viewer, viewed] = [await readId('admin'), await readId('clerk')]
await sql`insert into sys_user_role (user_id, role_id) values (${viewed}, 'admin') on conflict do nothing`.execute(
  owner,
)
await services.permissions.changed()
const token = await services.sessions.open(viewer, { ip: '127.0.0.1', agent: 'view' })
// A message to all users gets its row for the viewed one at his own reading only.
await sql`insert into sys_announcement (id, rev, create_by, create_time, titile, msg_category, msg_type, send_status, send_time,
    start_time, end_time, priority)
  values ('to-all', 1, 'admin', localtimestamp(0), '闭馆通知', '1', 'ALL', '1', localtimestamp(0), localtimestamp(0),
    localtimestamp(0) + interval '9 days', 'L')`.execute(owner)
const begun = await app.inject({
  method: 'POST',
  url: '/sys/user/viewAs',
  headers: { 'x-access-token': token },
  payload: { userId: viewed },
})
const headers = { 'x-access-token': token, 'x-view-as': String(begun.json().result?.id) }

const tables = await sql<{ name: string }>`
  select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(
  owner,
)
await sql`create table test_written (name text, row jsonb)`.execute(owner)
await sql`create function test_note() returns trigger language plpgsql security definer as $$
  begin insert into test_written values (tg_argv[0] || ' ' || tg_op, to_jsonb(coalesce(new, old))); return null; end $$`.execute(
  owner,
)
// The name is given, because a trigger of a partition would name the partition.
for (const { name } of tables.rows)
  await sql`create trigger test_noted after insert or update or delete on ${sql.table(name)}
    for each row execute function test_note(${sql.lit(name)})`.execute(owner)
const counted = await sql<{ oid: string }>`
  select oid::text from pg_class where oid in ('sys_audit'::regclass, 'sys_session'::regclass)`.execute(owner)
const ownTables = new Set(counted.rows.map(({ oid }) => oid))
/** What was written since the last call, without what belongs to the viewer and to the server itself. */
async function takeWritten(): Promise<string[]> {
  const { rows } = await sql<{
    name: string
    row: Record<string, unknown>
  }>`delete from test_written returning *`.execute(owner)
  const isOwn = ({ name, row }: (typeof rows)[number]) =>
    // The viewer's own session is in use, and what leaves the system is logged under the viewer's name.
    (name === 'sys_session UPDATE' && row.user_id === viewer) ||
    (name === 'sys_audit INSERT' && row.userid === viewer) ||
    // The counters of these two tables; their rows are compared above.
    (name === 'sys_table_change UPDATE' && ownTables.has(String(row.relid)))
  return rows.filter((row) => !isOwn(row)).map(({ name, row }) => `${name} ${JSON.stringify(row)}`)
}

const documents = services.documents.entries().map(({ document }) => document)
const screens = documents.flatMap((document) => (document.kind === 'screen' ? [document] : []))
const reports = documents.flatMap((document) => (document.kind === 'report' ? [document.code] : []))
const anyRow = async (table: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id::text as id from ${sql.table(table)} limit 1`.execute(
    owner,
  )
  return rows[0]?.id ?? 'x'
}

/** The addresses of a route, with ids of records that exist. */
async function buildAddresses(url: string): Promise<string[]> {
  const fill = (params: Record<string, string>) =>
    url.replace(/:(\w+)|\*/g, (_, name = '*') => params[name] ?? 'x')
  if (url.includes('/:configId')) return reports.map((configId) => fill({ configId }))
  if (url.includes('/:group/:name')) {
    const found: string[] = []
    // A designer's address has one handler for all documents, and plans of the whole database are slow.
    const served = url.includes('/resource/') ? screens : screens.slice(0, 3)
    for (const screen of served) {
      const [group = '', name = ''] = screen.id.split('/')
      const id = await anyRow(screen.table.name)
      const inner = url.includes('/:detail') ? details(screen).map(({ key }) => ({ detail: key })) : [{}]
      for (const more of inner) found.push(`${fill({ group, name, ...more })}?id=${id}`)
    }
    return found
  }
  const own = { anntId: 'to-all', id: 'to-all', userId: viewed, username: 'clerk', code: 'sex' }
  const query = new URLSearchParams(own)
  // A contract's address ignores unknown parameters, the others name the first one: both are asked.
  return [fill({ id: 'to-all' }), `${fill({ id: 'to-all' })}?${query}`, `${fill({})}?id=to-all`]
}

expect(headers['x-view-as']).not.toBe('undefined')
await takeWritten()
let answered = 0

it.each(urls)('%s writes no row when the page shows the screens of another user', async (url) => {
  const faults: string[] = []
  await Promise.all(
    (await buildAddresses(url)).map(async (address) => {
      const reply = await app.inject({ method: 'GET', url: address, headers })
      const isRefused = reply.headers['x-error-code'] === 'VIEW_READ_ONLY'
      if (reply.statusCode >= 500 || isRefused) faults.push(`${address} answers ${reply.body.slice(0, 200)}`)
      if (reply.statusCode === 200) answered += 1
    }),
  )
  expect(faults).toEqual([])
  expect(await takeWritten()).toEqual([])
})

it('most of these addresses were answered', () => expect(answered).toBeGreaterThan(200))

it('own reading receives a message to all users that another user did not receive for him when he viewed', async () => {
  const inbox = '/sys/annountCement/listByUser'
  const seen = await app.inject({ method: 'GET', url: inbox, headers })
  expect(seen.body).not.toContain('闭馆通知')
  const own = await services.sessions.open(viewed, { ip: '127.0.0.1', agent: 'own' })
  const received = await app.inject({
    method: 'GET',
    url: inbox,
    headers: { 'x-access-token': own, 'if-none-match': String(seen.headers.etag) },
  })
  expect(received.body).toContain('闭馆通知')
})

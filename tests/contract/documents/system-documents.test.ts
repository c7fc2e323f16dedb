import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { createPeopleServer, type TestServer } from '../../unit/server/people/test-server.ts'

const home = join(import.meta.dirname, '../../../schemas')
const shipped = readdirSync(home, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.parentPath.includes('$'))
  .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), 'utf8')) as JsonObject)
const byId = new Map(shipped.map((document) => [String(document.id), document]))

const isSystem = ({ extends: base, table, source, submit }: JsonObject): boolean => {
  const text = JSON.stringify([table, isJsonObject(source) ? source.table : null])
  if (text.includes('"sys_') || (isJsonObject(submit) && String(submit.url).startsWith('/sys/'))) return true
  const other = byId.get(String(base ?? (isJsonObject(source) ? source.screen : '')))
  return other !== undefined && isSystem(other)
}

/** A change of a document, and the paths of its problems. */
interface Attempt {
  body: JsonObject
  paths: readonly RegExp[]
}

/** The field with the change, which an overlay may not have written yet. */
function withField(document: JsonObject, key: string, change: JsonObject): JsonObject {
  const fields = listObjects(document.fields)
  const isWritten = fields.some((field) => field.key === key)
  return {
    ...document,
    fields: isWritten
      ? fields.map((field) => (field.key === key ? { ...field, ...change } : field))
      : [...fields, { key, ...change }],
  }
}

const without = (document: JsonObject, ...keys: string[]): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([key]) => !keys.includes(key)))

/** The fields of the screen that an overlay leaves, or those of the document itself. */
function listFields(document: JsonObject): JsonObject[] {
  const base = byId.get(String(document.extends))
  if (!base) return listObjects(document.fields)
  const removed = new Set(
    listObjects(document.fields).flatMap(({ key, remove }) => (remove === true ? [key] : [])),
  )
  return listFields(base).filter(({ key }) => !removed.has(key))
}

const perm = 'demo:second'

/** The document with everything that gives more rights to it: all of it at once, each change with a problem of its own. */
function widened(document: JsonObject): Attempt {
  const source = isJsonObject(document.source) ? document.source : {}
  const own = without(document, 'roles')
  if (document.kind === 'dict')
    return {
      body: { ...own, source: { ...source, text: source.value, value: source.text } },
      paths: [/^\/source$/],
    }
  if (document.kind === 'picker')
    return {
      body: { ...own, needs: perm, fields: [...(document.fields as string[]), 'createBy'] },
      paths: [/^\/needs$/, /^\/fields$/],
    }
  if (document.kind === 'form')
    return {
      body: { ...own, needs: perm, submit: { ...(document.submit as JsonObject), url: '/sys/other' } },
      paths: [/^\/needs$/, /^\/submit$/],
    }
  const fields = listFields(document)
  const restricted = fields.find(({ access }) => access !== undefined)
  const stored = fields.find(
    ({ type, column, from, persist }) =>
      type === 'input' && column === undefined && from === undefined && persist !== false,
  )
  const isOverlay = document.extends !== undefined
  const url = isJsonObject(document.url) ? document.url : {}
  let body: JsonObject = { ...without(own, 'hooks'), perm, url: { ...url, queryById: '/sys/other' } }
  if (restricted) body = withField(body, String(restricted.key), { access: isOverlay ? null : {} })
  if (stored && !isOverlay) body = withField(body, String(stored.key), { column: 'demo_other', length: 7 })
  return {
    body,
    paths: [
      /^\/perm$/,
      /^\/url$/,
      ...(document.hooks ? [/^\/hooks$/] : []),
      ...(restricted ? [/^\/fields\/\d+\/access$/] : []),
      ...(stored && !isOverlay ? [/^\/fields\/\d+\/column$/, /^\/fields\/\d+\/length$/] : []),
    ],
  }
}

/** Another document over the same table, for users with another right. */
function second(document: JsonObject): Attempt | null {
  const head = { version: 2, id: 'demo/second', title: '另一个', kind: document.kind }
  if (document.kind === 'form') return null
  if (document.kind === 'dict')
    return { body: { ...document, ...head, code: 'second_dict' }, paths: [/^\/source$/] }
  if (document.kind === 'picker')
    return {
      body: { ...without(document, 'roles'), ...head, code: 'second_picker', needs: perm },
      paths: [/^\/needs$/],
    }
  return { body: { ...head, extends: document.id, perm }, paths: [/^\/perm$/] }
}

const documents = shipped.filter(isSystem).map((document, at) => ({ id: String(document.id), document, at }))

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
  await sql`insert into sys_role_permission (role_id, permission_id)
    select 'reader', unnest(array['design:read', 'design:write', 'design:release'])`.execute(
    server.services.db.app,
  )
  await server.services.permissions.changed()
})
afterAll(() => server?.close())

const send = async (who: string, method: 'PUT' | 'POST', id: string, part: string, body: object) => {
  const answer = await server.send(who, method, `/design/documents/${id}/${part}`, body)
  return { ...answer.body, reason: answer.headers['x-error-code'] }
}
const release = async (who: string, body: JsonObject) => {
  const id = String(body.id)
  const drafted = await send(who, 'PUT', id, 'draft', { base: byId.get(id) ?? null, body })
  expect(drafted.success).toBe(true)
  return await send(who, 'POST', id, 'release', { note: '' })
}
const designed = async () =>
  (await sql<{ id: string }>`select id from sys_design_document`.execute(server.services.db.app)).rows

describe('a shipped document over a table of the application', () => {
  it('is every document of this list', () => {
    expect(documents.length).toBeGreaterThan(40)
    for (const id of ['system/user', 'system/role', 'system/user-recycle', 'picker/user', 'dict/user'])
      expect(documents.map((entry) => entry.id)).toContain(id)
  })

  it.each(documents)(
    '$id keeps its rights when a designer releases it or another one over its table',
    async ({ document, at }) => {
      // The rule for another document depends on the table alone, which several documents have.
      for (const attempt of [widened(document), at % 3 === 0 ? second(document) : null]) {
        if (!attempt) continue
        const refused = await release('reader', attempt.body)
        expect(refused.reason).toBe('DESIGN_PROBLEMS')
        const problems: JsonObject[] = refused.result.problems
        expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['SYSTEM_PART']))
        for (const path of attempt.paths)
          expect(problems.map((problem) => problem.path)).toContainEqual(expect.stringMatching(path))
      }
      expect(await designed()).toEqual([])
    },
  )

  it('changes its look when a designer releases it, and its rights when an administrator does', async () => {
    const user = byId.get('system/user') as JsonObject
    const titled = withField(user, 'realname', { title: '名字', width: 160 })
    expect(await release('reader', titled)).toMatchObject({ success: true })
    const view = { version: 2, kind: 'screen', id: 'demo/second', extends: 'system/user', perm: 'user' }
    expect(await release('reader', { ...view, fields: [{ key: 'email', remove: true }] })).toMatchObject({
      success: true,
    })
    const open = withField(titled, 'sex', { access: {} })
    expect(await release('reader', open)).toMatchObject({ reason: 'DESIGN_PROBLEMS' })
    await sql`insert into sys_role_permission (role_id, permission_id) values ('reader', 'user:sex')`.execute(
      server.services.db.app,
    )
    await server.services.permissions.changed()
    await expect.poll(() => release('reader', open)).toMatchObject({ success: true })
    expect(await release('admin', { ...open, perm: 'demo:user' })).toMatchObject({ success: true })
    const remove = () => send('reader', 'POST', 'system/user', 'remove', {})
    expect(await remove()).toMatchObject({ reason: 'DESIGN_PROBLEMS' })
  }, 180_000)
})

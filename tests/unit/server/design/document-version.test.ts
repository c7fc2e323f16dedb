import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { applyChanges } from '#runtime/schema/changes/apply.ts'
import type { DocumentChange } from '#runtime/schema/changes/change.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { migrate, readStored } from '#runtime/schema/versions.ts'
import { currentDocuments } from '#server/modules/design/migrations/document-version.ts'
import { readDraft, storeDraft } from '#server/modules/design/store.ts'
import { createPeopleServer, type TestServer } from '../people/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const toCurrent = (document: JsonObject) => migrate(document).document as JsonObject

const field = (key: string, more: object = {}) => ({ key, title: key, type: 'input', ...more })
const shipped = {
  version: 1,
  kind: 'screen',
  id: 'demo/old',
  title: '旧',
  table: { name: 'demo_old' },
  fields: [field('fa'), field('fb'), field('fc'), field('fd')],
  form: { columns: 2, width: 800 },
}
const released = {
  ...shipped,
  title: '改过的',
  fields: [field('fc', { width: 90 }), field('fa'), field('fe'), field('fd')],
  form: { columns: 3, width: 800 },
  actions: { row: [{ code: 'look', open: 'demo/old', perm: 'demo:look' }] },
}
const view = {
  version: 1,
  kind: 'screen',
  id: 'demo/old-view',
  extends: 'demo/old',
  title: '视图',
  fields: { fa: { width: 90 }, fb: null },
}
const releasedView = { ...view, fields: { fa: { width: 120, query: null }, fb: null, fc: null } }
const panel = {
  version: 1,
  kind: 'panel',
  id: 'demo/board',
  title: '看板',
  perm: 'demo:old:list',
  columns: 12,
  blocks: [],
}

it.each([
  ['a screen', shipped, released],
  ['an overlay', view, releasedView],
  ['a panel', panel, { ...panel, perm: 'demo:board', columns: 6 }],
])(
  'stored changes of %s lead from the file of the new format to the released document',
  async (_, file, now) => {
    const { db } = server.services
    const id = String(file.id)
    const changes = JSON.stringify(diffDocuments(file, now))
    await sql`insert into sys_design_revision (document_id, revision, body, note, create_by)
    values (${id}, 1, ${JSON.stringify(now)}::json, '', 'clerk')`.execute(db.owner)
    await sql`insert into sys_design_document (id, changes, revision)
    values (${id}, ${changes}::json, 1)`.execute(db.owner)
    const write = (trx: Parameters<typeof currentDocuments.up>[0]) => currentDocuments.up(trx)
    await db.owner.transaction().execute(write)
    const read = async () =>
      (
        await sql<{
          changes: DocumentChange[]
        }>`select changes from sys_design_document where id = ${id}`.execute(db.owner)
      ).rows[0]?.changes ?? []
    const stored = await read()
    expect(applyChanges(toCurrent(file), stored)).toEqual({ document: toCurrent(now), conflicts: [] })
    await db.owner.transaction().execute(write)
    expect(await read()).toEqual(stored)
  },
)

it('drafts, reviews, revisions and whole documents are written in the words of the new format', async () => {
  const { db } = server.services
  const { id: userId = '' } =
    (await sql<{ id: string }>`select id from sys_user where username = 'clerk'`.execute(db.owner)).rows[0] ??
    {}
  const old = JSON.stringify(panel)
  await sql`insert into sys_design_draft (document_id, user_id, base, body)
    select 'demo/board', id, ${old}::json, ${old}::json from sys_user where username = 'clerk'`.execute(
    db.owner,
  )
  await sql`insert into sys_design_review (id, document_id, author_id, reviewer_id, body, fingerprint, note)
    select 'r1', 'demo/board', id, id, ${old}::json, '', '' from sys_user where username = 'clerk'`.execute(
    db.owner,
  )
  await sql`insert into sys_design_document (id, body, revision) values ('demo/whole', ${old}::json, 1)`.execute(
    db.owner,
  )
  await db.owner.transaction().execute((trx) => currentDocuments.up(trx))
  const { rows } = await sql<{ body: JsonObject | null }>`
    select body from sys_design_draft union all select base from sys_design_draft
    union all select body from sys_design_review union all select base from sys_design_review
    union all select body from sys_design_document where id = 'demo/whole'`.execute(db.owner)
  const now = toCurrent(panel)
  await storeDraft(db.app, 'demo/pasted', userId, { base: null, body: panel })
  expect((await readDraft(db.app, 'demo/pasted', userId))?.body).toEqual(now)
  // Aliases are replaced when a document is stored: reading it changes nothing.
  const aliased = { ...now, kind: 'screen', fields: [field('fa', { type: 'checkbox_meta' })] }
  await storeDraft(db.app, 'demo/aliased', userId, { base: aliased, body: aliased })
  const draft = await readDraft(db.app, 'demo/aliased', userId)
  for (const stored of [draft?.base, draft?.body]) {
    expect(stored?.fields).toMatchObject([{ key: 'fa', type: 'checkbox' }])
    expect(readStored(stored ?? {})).toBe(stored)
    expect(stored).toEqual(toCurrent(aliased))
  }
  expect(readStored(panel)).toEqual(now)
  expect(rows.map(({ body }) => body)).toEqual([now, now, now, null, now])
  expect(now).toMatchObject({ version: 2, needs: 'demo:old:list', columnCount: 12 })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { workflowDocuments, workflowGrants } from '../workflow/documents.ts'
import { TestServer } from './test-server.ts'

const read = (id: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../schemas', `${id}.json`), 'utf8'))
const note = {
  version: 2,
  kind: 'screen',
  id: 'demo/note',
  title: '便笺',
  table: { name: 'demo_note' },
  actions: { toolbar: ['add'] },
  fields: [
    { key: 'ftitle', title: '标题', type: 'input' },
    { key: 'ffiles', title: '附件', type: 'file' },
    { key: 'ftext', title: '正文', type: 'umeditor' },
    {
      key: 'items',
      title: '明细',
      type: 'table',
      table: { name: 'demo_note_item', fk: 'noteId' },
      fields: [{ key: 'fpicture', title: '图片', type: 'image' }],
    },
  ],
}
const seal = `oss/${'5'.repeat(32)}.png`
const template = {
  version: 2,
  kind: 'print',
  id: 'demo/note-print',
  title: '便笺',
  screen: 'demo/note',
  page: 'A5',
  blocks: [
    { type: 'picture', file: seal },
    { type: 'picture', file: seal },
  ],
}

let server: TestServer
beforeAll(async () => {
  const ids = ['oss/file', 'oss/upload', 'oss/replace', 'oss/file-use']
  const verbs = ['list', 'add', 'edit', 'delete']
  server = await TestServer.open(
    {
      ...Object.fromEntries(ids.map((id) => [`${id}.json`, read(id)])),
      'demo/note.json': note,
      'demo/note-print.json': template,
      ...workflowDocuments(),
    },
    {
      ...workflowGrants,
      clerk: [
        ...(workflowGrants.clerk ?? []),
        ...verbs.map((verb) => `oss:file:${verb}`),
        'oss:file-use:list',
        'demo:note:add',
        'demo:note:list',
      ],
      reader: ['oss:file:list'],
    },
  )
})
afterAll(() => server?.close())

const mark = 'x-boundary-x'
const head = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename=`
const upload = (name: string, content: string) =>
  server.call('clerk', 'POST', '/sys/oss/file/upload', {
    raw: `${head}"${name}"\r\n\r\n${content}\r\n--${mark}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
  })
/** A picture by its first bytes. */
const gif = 'GIF89a picture'
const send = async (name: string, content: string) =>
  (await upload(name, content)).body.result as { id: string; fileName: string; url: string }
const list = async (query: Record<string, string> = {}) =>
  (await server.call('clerk', 'GET', '/sys/oss/file/list', { query })).body.result as {
    records: { id: string; fileName: string; uses: number | null }[]
  }
const uses = async (id: string) =>
  (await server.call('clerk', 'GET', '/sys/oss/file/uses', { query: { id } })).body.result
const remove = (id: string, who: 'clerk' | 'reader' = 'clerk') =>
  server.call(who, 'DELETE', '/sys/oss/file/delete', { query: { id } })

it('a file is uploaded, listed with its name and address, and deleted with its bytes', async () => {
  const answer = await upload('县志.txt', '正文')
  expect(answer.body.message).toBe('上传成功！')
  const { id, fileName, url } = answer.body.result as { id: string; fileName: string; url: string }
  expect([fileName, url]).toEqual(['县志.txt', expect.stringMatching(/^oss\/[0-9a-f]{32}\.txt$/)])
  expect((await list({ fileName: '*县志*' })).records).toMatchObject([
    { id, fileName: '县志.txt', url, size: 6 },
  ])
  expect((await remove(id, 'reader')).status).toBe(403)
  expect((await remove(id)).body.message).toBe('删除成功!')
  expect((await list({ fileName: '*县志*' })).records).toEqual([])
  expect(await server.services.files.size(url)).toBeNull()
})

it('the records of files are not written by the addresses of every screen', async () => {
  const { id } = await send('a.txt', '一')
  for (const [verb, method, body] of [
    ['add', 'POST', { fileName: 'x', url: 'oss/x' }],
    ['edit', 'PUT', { id, rev: 1, url: 'oss/x' }],
  ] as const) {
    const answer = await server.call('clerk', method, `/jeecg-boot/resource/oss/file/${verb}`, { body })
    expect(answer.body.success).toBe(false)
  }
  const gone = await server.call('clerk', 'DELETE', '/jeecg-boot/resource/oss/file/delete', { query: { id } })
  expect(gone.body.success).toBe(false)
  expect((await list({ fileName: 'a.txt' })).records).toMatchObject([{ id }])
  await remove(id)
})

it('a file that records use is not deleted: screens, fields and numbers of records are named', async () => {
  const [attached, pictured, free] = [
    await send('a.txt', '一'),
    await send('b.gif', gif),
    await send('c.txt', '三'),
  ]
  const add = (record: object) =>
    server.call('clerk', 'POST', '/jeecg-boot/resource/demo/note/add', { body: record })
  await add({ ftitle: '一', ffiles: `${attached.url},${pictured.url}` })
  await add({ ftitle: '二', ftext: `<p><img src="/jeecg-boot/sys/common/static/${pictured.url}"></p>` })
  await add({ ftitle: '三', items: [{ fpicture: pictured.url }] })
  expect(await uses(pictured.id)).toMatchObject([
    { screen: 'demo/note', screenTitle: '便笺', fieldTitle: '附件', records: 1 },
    { fieldTitle: '正文', records: 1 },
    { fieldTitle: '图片', records: 1 },
  ])
  expect((await remove(attached.id)).body.message).toBe(
    '文件「a.txt」还在使用：便笺的「附件」1 条，请先从这些记录里去掉它',
  )
  const counted = await server.call('clerk', 'PUT', '/sys/oss/file/count')
  expect(counted.body).toMatchObject({ result: 1, message: '没有记录在用的文件有 1 个' })
  const { records } = await list({ uses_begin: '0', uses_end: '0' })
  expect(records.map(({ id }) => id)).toEqual([free.id])
  expect((await list({ fileName: 'b.gif' })).records).toMatchObject([{ uses: 3 }])
})

it('a file that an opinion of an approval or a print template names is not deleted, and counts as used', async () => {
  const { app } = server.services.db
  const attached = await send('意见.txt', '附')
  await sql`update sys_file set create_by = 'other' where id = ${attached.id}`.execute(app)
  await sql`
    insert into sys_file (path, original_name, size, type) values (${seal}, '馆徽.png', 1, 'image/png')`.execute(
    app,
  )
  const { rows } = await sql<{ id: string }>`select id from sys_file where path = ${seal}`.execute(app)
  const sealId = rows[0]?.id ?? ''
  const call = (who: 'clerk' | 'other', path: string, body: object) =>
    server.call(who, 'POST', `/jeecg-boot${path}`, { body })
  const { id } = (await call('clerk', '/resource/demo/request/add', { fname: '购书', ftotal: 500 })).body
    .result
  await call('clerk', '/resource/demo/request/move/submit', { ids: id })
  const query = { screen: 'demo/request', id }
  const [task] = (await server.call('other', 'GET', '/jeecg-boot/workflow/record', { query })).body.result
    .tasks
  const act = { task: task.id, action: 'pass', opinion: '见附件', files: [attached.url] }
  expect((await call('other', '/workflow/act', act)).body.success).toBe(true)

  expect((await remove(attached.id)).body.message).toBe(
    '文件「意见.txt」还在使用：审批意见的「附件」1 条，请先从这些记录里去掉它',
  )
  expect((await remove(sealId)).body.message).toBe(
    '文件「馆徽.png」还在使用：打印模板「便笺」的「文件」1 条，请先从这些记录里去掉它',
  )
  expect(await uses(sealId)).toMatchObject([{ screen: 'demo/note-print', records: 1 }])
  await server.call('clerk', 'PUT', '/sys/oss/file/count')
  for (const fileName of ['意见.txt', '馆徽.png'])
    expect((await list({ fileName })).records).toMatchObject([{ uses: 1 }])
})

it('a file that a draft of a document names is not deleted', async () => {
  const { app } = server.services.db
  const picture = await send('新馆徽.gif', gif)
  const draft = { ...template, blocks: [{ type: 'picture', file: picture.url }] }
  await sql`
    insert into sys_design_draft (document_id, user_id, body)
    select ${template.id}, id, ${JSON.stringify(draft)}::json from sys_user where username = 'clerk'`.execute(
    app,
  )
  expect((await remove(picture.id)).body.message).toBe(
    '文件「新馆徽.gif」还在使用：设计器里的草稿的「文件」1 条，请先从这些记录里去掉它',
  )
  await sql`delete from sys_design_draft`.execute(app)
  expect((await remove(picture.id)).body.message).toBe('删除成功!')
})

it('a replaced file keeps its address and takes only its own kind, from the person who sent it', async () => {
  const [old, fresh, picture] = [
    await send('旧.txt', '旧'),
    await send('新.txt', '新的内容'),
    await send('p.gif', gif),
  ]
  const replace = async (path: string) =>
    (await server.call('clerk', 'PUT', '/sys/oss/file/replace', { body: { id: old.id, path } })).body.message
  expect(await replace(picture.url)).toBe('只能换成同一种文件：现在是 .txt')
  expect(await replace('../secret.key')).toBe('只能换成同一种文件：现在是 .txt')
  const { rows } = await sql<{ path: string }>`
    update sys_file set create_by = 'reader' where path = ${fresh.url} returning path`.execute(
    server.services.db.app,
  )
  expect(rows).toHaveLength(1)
  expect(await replace(fresh.url)).toContain('请重新上传')
  await sql`update sys_file set create_by = 'clerk' where path = ${fresh.url}`.execute(server.services.db.app)
  expect(await replace(fresh.url)).toBe('替换成功')
  const read = await server.services.files.read(old.url)
  expect(await text(read ?? Readable.from([]))).toBe('新的内容')
  expect((await list({ fileName: '新.txt' })).records).toMatchObject([{ id: old.id, size: 12 }])
  expect(await server.services.files.size(fresh.url)).toBeNull()
})

it('a file is replaced neither by itself nor by a file that a record uses', async () => {
  const [old, used] = [await send('旧.txt', '旧'), await send('在用.txt', '在用')]
  const record = { ftitle: '四', ffiles: used.url }
  await server.call('clerk', 'POST', '/jeecg-boot/resource/demo/note/add', { body: record })
  const replace = async (path: string) =>
    (await server.call('clerk', 'PUT', '/sys/oss/file/replace', { body: { id: old.id, path } })).body.message
  expect(await replace(old.url)).toBe('换成的就是现在的文件，请上传另一个文件')
  expect(await replace(used.url)).toBe('文件「在用.txt」还在使用：便笺的「附件」1 条，请先从这些记录里去掉它')
  for (const [{ id, fileName, url }, content] of [
    [old, '旧'],
    [used, '在用'],
  ] as const) {
    const read = await server.services.files.read(url)
    expect(await text(read ?? Readable.from([]))).toBe(content)
    expect((await list({ fileName })).records).toContainEqual(expect.objectContaining({ id }))
  }
})

it('the small picture of a file goes when the file is replaced or deleted', async () => {
  const { files, db } = server.services
  const { id, url } = await send('a.gif', gif)
  const thumbnail = `thumb/${'7'.repeat(32)}.webp`
  const hasSmall = async () => {
    await files.write(thumbnail, Readable.from([Buffer.from('small')]))
    await sql`update sys_file set thumbnail = ${thumbnail} where id = ${id}`.execute(db.app)
  }
  await hasSmall()
  const other = await send('b.gif', `${gif} 2`)
  const body = { id, path: other.url }
  expect((await server.call('clerk', 'PUT', '/sys/oss/file/replace', { body })).body.message).toBe('替换成功')
  expect(await files.size(thumbnail)).toBeNull()
  const { rows } = await sql`select thumbnail, picture from sys_file where id = ${id}`.execute(db.app)
  expect(rows).toEqual([{ thumbnail: null, picture: url }])
  await hasSmall()
  // The list of files names each picture, which is no use of it.
  expect((await remove(id)).body.message).toBe('删除成功!')
  expect(await files.size(thumbnail)).toBeNull()
})

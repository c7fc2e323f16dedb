import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { multipartHeaders, png } from '../base/uploading.ts'
import { inboxDocuments } from '../resources/documents/inbox-documents.ts'
import { type Person, TestServer } from '../resources/test-server.ts'

let server: TestServer
let order = ''
beforeAll(async () => {
  server = await TestServer.open(inboxDocuments(), {
    reader: ['message:mine:list'],
    nobody: ['message:mine:list'],
    other: ['message:mine:list'],
  })
})
afterAll(() => server?.close())
beforeEach(async () => {
  order = String((await server.add()).id)
})

const place = (tableName = 'demo/order') => ({ tableName, tableDataId: order })
const say = (who: Person, commentContent: string, more: object = {}) =>
  server.call(who, 'POST', '/sys/comment/addText', { body: { ...place(), commentContent, ...more } })
const list = (who: Person, tableName?: string) =>
  server.call(who, 'GET', '/sys/comment/listByForm', { query: place(tableName) })
const remove = (who: Person, id: string) =>
  server.call(who, 'DELETE', '/sys/comment/deleteOne', { query: { id } })
const getErrorCode = ({ headers }: { headers: Record<string, unknown> }) => headers['x-error-code']
const readInbox = async (who: Person) =>
  (await server.call(who, 'GET', '/sys/annountCement/listByUser')).body.result.sysMsgList as {
    titile: string
    msgAbstract: string
    openType: string
    openPage: string
    busId: string
  }[]

/** A form as the contract's client sends it: the file first. */
const buildForm = (commentId: string, name = '收据.png') => {
  const line = (text: string) =>
    Buffer.from(`--x-boundary-x\r\nContent-Disposition: form-data; ${text}\r\n\r\n`)
  return Buffer.concat([
    line(`name="file"; filename="${name}"\r\nContent-Type: image/png`),
    png,
    Buffer.from('\r\n'),
    line('name="biz"'),
    Buffer.from('comment\r\n'),
    line('name="commentId"'),
    Buffer.from(`${commentId}\r\n--x-boundary-x--\r\n`),
  ])
}
const attach = (who: Person, commentId: string, name?: string) =>
  server.app.inject({
    method: 'POST',
    url: '/jeecg-boot/sys/comment/addFile',
    headers: { ...multipartHeaders, 'x-access-token': server.tokens.get(who) ?? '' },
    payload: buildForm(commentId, name),
  })

describe('comments', () => {
  it('are read and written by everybody who may read the record, named by screen or by table, oldest first', async () => {
    const first = await say('clerk', '请核对数量')
    expect(first.body).toMatchObject({ success: true, message: '评论已发出' })
    const reply = await say('reader', '已核对', { toUserId: 'admin', commentId: first.body.result })
    for (const name of ['demo/order', 'demo.order', 'demo_order', 'DEMO_ORDER']) {
      const { records, total } = (await list('clerk', name)).body.result
      expect(total).toBe(2)
      expect(records.map(({ commentContent }: { commentContent: string }) => commentContent)).toEqual([
        '请核对数量',
        '已核对',
      ])
    }
    const [, answer] = (await list('reader')).body.result.records
    expect(answer).toMatchObject({
      id: reply.body.result,
      tableName: 'demo_order',
      tableDataId: order,
      fromUserId: 'reader',
      fromUserId_dictText: 'reader真名',
      toUserId: 'clerk',
      toUserId_dictText: 'clerk真名',
      commentId: first.body.result,
      fileList: [],
    })
    expect(answer.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('do not exist for a user whom a right or a row rule keeps from the record', async () => {
    const { result: id } = (await say('clerk', '内部')).body
    for (const who of ['other', 'nobody'] as const) {
      const answers = [
        await list(who),
        await list(who, 'demo_order'),
        await say(who, '我也在'),
        await server.call(who, 'GET', '/sys/comment/fileList', { query: place() }),
        await server.call(who, 'GET', '/sys/comment/people', { query: place() }),
        await server.call(who, 'GET', '/sys/comment/queryById', { query: { id } }),
        await remove(who, id),
      ]
      expect(answers.map(({ body }) => body.success)).toEqual(answers.map(() => false))
      expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('内部')
    }
    expect((await list('clerk')).body.result.total).toBe(1)
    for (const name of ['sys_session', 'sys_comment', 'pg_class'])
      expect((await list('admin', name)).body.success).toBe(false)
  })

  it('belong to the user of the session, whatever the body says', async () => {
    await say('reader', '冒名', { fromUserId: 'admin', createBy: 'admin', id: '1' })
    expect((await list('clerk')).body.result.records[0]).toMatchObject({ fromUserId: 'reader' })
  })

  it('are removed by their author and by administrators only', async () => {
    const [one, two] = [await say('clerk', '一'), await say('clerk', '二')]
    const marks = async (who: Person) =>
      (await list(who)).body.result.records.map(({ isRemovable }: { isRemovable: boolean }) => isRemovable)
    expect([await marks('reader'), await marks('clerk'), await marks('admin')]).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ])
    expect(getErrorCode(await remove('reader', one.body.result))).toBe('COMMENT_OTHERS')
    expect((await remove('clerk', one.body.result)).body.success).toBe(true)
    expect((await remove('admin', two.body.result)).body.success).toBe(true)
    expect(getErrorCode(await remove('clerk', one.body.result))).toBe('COMMENT_GONE')
    expect((await list('clerk')).body.result.records).toEqual([])
  })

  it('are bounded and contain no script', async () => {
    expect(getErrorCode(await say('clerk', ' \n '))).toBe('COMMENT_EMPTY')
    expect(getErrorCode(await say('clerk', '<script>alert(1)</script>'))).toBe('COMMENT_EMPTY')
    expect(getErrorCode(await say('clerk', '长'.repeat(2001)))).toBe('COMMENT_LONG')
    const crowd = Array.from({ length: 21 }, (_, at) => `@某人[u${at}]`).join(' ')
    expect(getErrorCode(await say('clerk', crowd))).toBe('COMMENT_MENTIONS')
    await say('clerk', '看图<img src=x onerror=alert(1)>')
    expect((await list('clerk')).body.result.records[0].commentContent).not.toContain('onerror')
  })

  it('tell a mentioned user with a link to the record, and the writer who may not read it', async () => {
    await sql`delete from sys_announcement_send`.execute(server.test.db.app)
    const answer = await say('clerk', '请 @reader真名[reader] 和 @other真名[other] 看一下，@没有[none] 也看')
    expect(answer.body.result).toMatch(/^\d+$/)
    expect(answer.body.message).toBe('评论已发出；「none」「other真名」看不到这条记录，没有收到通知')
    const [message, ...further] = await readInbox('reader')
    expect(further).toEqual([])
    expect(message).toMatchObject({
      msgAbstract: '请 @reader真名 和 @other真名 看一下，@没有 也看',
      openType: 'component',
      openPage: 'demo/order',
      busId: order,
    })
    expect(message?.titile).toMatch(/^clerk真名在「订单 DD\d+」的评论里提到了您$/)
    expect(await readInbox('other')).toEqual([])
  })

  it('offer active users to mention, found by name, account and pinyin', async () => {
    const people = async (keyword: string) => {
      const query = { ...place(), keyword }
      const { result } = (await server.call('clerk', 'GET', '/sys/comment/people', { query })).body
      return result.map(({ username }: { username: string }) => username)
    }
    expect(await people('read')).toEqual(['reader'])
    expect(await people('zhenming')).toContain('reader')
    expect(await people('clerk')).toEqual([])
    expect(await people('nobody')).toEqual(['nobody'])
    await sql`update sys_user set status = 2 where id = 'nobody'`.execute(server.test.db.app)
    expect(await people('nobody')).toEqual([])
  })

  it('contain attachments of their author, sent with the file first or uploaded before', async () => {
    const { result: id } = (await say('clerk', '附件')).body
    expect((await attach('clerk', id)).json()).toMatchObject({ success: true, result: 'success' })
    expect((await attach('reader', id)).headers['x-error-code']).toBe('COMMENT_FILE_FOREIGN')
    expect((await attach('clerk', '')).json()).toMatchObject({
      success: false,
      message: '参数无效：commentId',
    })
    expect((await attach('clerk', id, 'a.exe')).headers['x-error-code']).toBe('FILE_TYPE')
    const [file] = (await list('reader')).body.result.records[0].fileList
    expect(file).toMatchObject({ name: '收据.png', type: 'image', fileSize: png.length })
    const { result } = (await server.call('reader', 'GET', '/sys/comment/fileList', { query: place() })).body
    expect(result.records).toEqual([file])
    const again = (savePath: string) =>
      server.call('clerk', 'POST', '/sys/comment/appAddFile', { body: { commentId: id, savePath } })
    expect((await again(file.url)).body.success).toBe(true)
    expect(getErrorCode(await again('comment/none.png'))).toBe('COMMENT_FILE_FOREIGN')
  })

  it('contain at most nine attachments, even when more are sent at the same time', async () => {
    const { result: commentId } = (await say('clerk', '十二个附件')).body
    const paths = Array.from({ length: 12 }, (_, at) => `comment/${String(at).padStart(32, '0')}.png`)
    await sql`
      insert into sys_file (path, original_name, size, type, create_by)
      select path, '图.png', 1, 'image/png', 'clerk' from unnest(${paths}::text[]) as path`.execute(
      server.test.db.app,
    )
    const answers = await Promise.all(
      paths.map((savePath) =>
        server.call('clerk', 'POST', '/sys/comment/appAddFile', { body: { commentId, savePath } }),
      ),
    )
    const refused = answers.filter(({ body }) => !body.success)
    expect(refused.map(getErrorCode)).toEqual(['COMMENT_FILES', 'COMMENT_FILES', 'COMMENT_FILES'])
    expect((await list('clerk')).body.result.records[0].fileList).toHaveLength(9)
  })

  it('are announced to open pages of all instances', async () => {
    const { live } = server.services
    const tell = live.tell
    const heard = new Promise<string>((resolve) => {
      live.tell = (frame, userIds) => {
        tell(frame, userIds)
        if (frame.cmd === 'changed') resolve(frame.cmd)
      }
    })
    await say('clerk', '新的')
    expect(await heard).toBe('changed')
    live.tell = tell
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from '../people/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const place = '/sys/message/sysMessageTemplate'
const send = (who: string, body: object) => server.send(who, 'POST', `${place}/sendMsg`, body)
const stored = () =>
  server.services.db.app
    .selectFrom('sys_outbox')
    .select(['address', 'kind', 'subject', 'body'])
    .orderBy('seq')
    .execute()

it('a template is filled with the values of the data and goes to the outbox', async () => {
  const values = { templateCode: 'due', templateName: '还书提醒', templateType: '1', useStatus: '1' }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of a message template
  const content = { templateContent: '${name}：${book} 应于 ${day} 归还' }
  const { body } = await server.send('admin', 'POST', `${place}/add`, { ...values, ...content, delFlag: 0 })
  expect(body).toMatchObject({ success: true, message: '添加成功！' })
  const message = { templateCode: 'due', msgType: '1', receiver: '13900001111' }
  const testData = '{"name":"李文澜","book":"《县志》","day":3}'
  expect((await send('admin', { ...message, testData })).body.message).toBe('发送消息任务添加成功！')
  expect(await stored()).toEqual([
    { address: '13900001111', kind: 'sms', subject: '还书提醒', body: '李文澜：《县志》 应于 3 归还' },
  ])
  const { result } = (await server.get('admin', '/sys/message/sysMessage/list', { esReceiver: '1390000' }))
    .body
  expect(result.records).toMatchObject([
    {
      esTitle: '还书提醒',
      esContent: '李文澜：《县志》 应于 3 归还',
      esReceiver: '13900001111',
      esSendStatus: '0',
      esSendStatus_dictText: '未发送',
      esSendNum: 0,
    },
  ])
  const search = async (query: Record<string, string>) =>
    (await server.get('admin', '/sys/message/sysMessage/list', query)).body.result.total
  expect([await search({ esTitle: '还书' }), await search({ esTitle: '催还' })]).toEqual([1, 0])
  expect([await search({ esContent: '县志' }), await search({ esContent: '府志' })]).toEqual([1, 0])
  const { id } = result.records[0]
  const one = await server.get('admin', '/sys/message/sysMessage/queryById', { id })
  expect(one.body.result).toEqual(result.records[0])
  expect((await server.get('admin', '/sys/message/sysMessage/queryById', { id: 'none' })).body.success).toBe(
    false,
  )
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of a message template
it('a template is refused whose variables its screens do not have, with the field and the remedy', async () => {
  const template = {
    templateName: '公告',
    templateType: '1',
    templateContent: '见 ${nothing}',
    useStatus: '1',
  }
  const add = async (over: object) =>
    (await server.send('admin', 'POST', `${place}/add`, { ...template, ...over })).body
  // For any screen, so of none known.
  expect(await add({ templateCode: 'zfree' })).toMatchObject({ success: true })
  const refused = await add({ templateCode: 'zbound', screens: 'message/template' })
  expect(refused).toMatchObject({
    success: false,
    result: {
      problems: [
        {
          path: '/templateContent',
          text: '「模板管理」没有字段 nothing，发出去是空的：请改成它的字段，或改「用于界面」',
        },
      ],
    },
  })
  const rich = { templateContent: '见', templateType: '2', richContent: '<p>${useStatus} ${gone}</p>' }
  expect(
    (await add({ templateCode: 'zrich', screens: 'message/template', ...rich })).result.problems,
  ).toMatchObject([{ path: '/richContent', text: expect.stringContaining('没有字段 gone') }])
  const right = { templateContent: '${templateName}，${createTime}' }
  expect(await add({ templateCode: 'zbound', screens: 'message/template', ...right })).toMatchObject({
    success: true,
  })
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of a message template

it.each([
  ['POST', 'add'],
  ['PUT', 'edit'],
  ['DELETE', 'delete?id=1'],
  ['DELETE', 'deleteBatch?ids=1,2'],
  ['POST', 'importExcel'],
] as const)('a message is refused as written by the server: %s %s', async (method, verb) => {
  const before = await stored()
  const url = `/sys/message/sysMessage/${verb}`
  const { body, headers } = await server.send(
    'admin',
    method,
    url,
    method === 'DELETE' ? undefined : { id: '1' },
  )
  expect([headers['x-error-code'], body.message]).toEqual([
    'MESSAGE_READ_ONLY',
    expect.stringContaining('消息由系统写入和清理'),
  ])
  expect((await server.send('reader', method, url, method === 'DELETE' ? undefined : {})).body.code).not.toBe(
    200,
  )
  expect(await stored()).toEqual(before)
})

it.each([
  [{ testData: '{' }, /^解析Json出错！/],
  [{ testData: '[1]' }, /^解析Json出错！/],
  [{ testData: '{"name":"甲","book":{"toString":1}}' }, /没有变量的值：book、day$/],
  [{ templateCode: 'none' }, /没有这个模板/],
  [{ templateCode: '*' }, /没有这个模板/],
  [{ receiver: 'a@b.cn' }, /接收人应为手机号码$/],
  [{ receiver: '13900001111', msgType: '2' }, /接收人应为邮箱地址$/],
])('nothing is sent for %j', async (change, text) => {
  const before = await stored()
  const message = { templateCode: 'due', msgType: '1', receiver: '13900001111', testData: '{}', ...change }
  const { body } = await send('admin', message)
  expect(body.success).toBe(false)
  expect(body.message).toMatch(text)
  expect(await stored()).toEqual(before)
})

it('is refused without the right, and for a template that is out of use', async () => {
  const message = { templateCode: 'due', msgType: '1', receiver: '13900001111', testData: '{}' }
  expect((await send('clerk', message)).status).toBe(403)
  const { result } = (await server.get('admin', `${place}/list`)).body
  const { id } = result.records[0]
  const edited = await server.send('admin', 'PUT', `${place}/edit`, { id, useStatus: '0' })
  expect(edited.body.message).toBe('更新成功！')
  expect((await send('admin', message)).body.message).toMatch(/停用$/)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPeopleServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createPeopleServer()
})
afterAll(() => server?.close())

const place = '/sys/sysUserAgent'
const agent = {
  userName: 'clerk',
  agentUserName: 'reader',
  startTime: '2026-11-22 08:00:00',
  endTime: '2026-11-30 18:00:00',
  status: '1',
}
const send = async (verb: string, body: object, who = 'admin') =>
  server.send(who, 'POST', `${place}/${verb}`, body)
const find = async (userName: string) =>
  (await server.get('admin', `${place}/queryByUserName`, { userName })).body

it('the form of a user adds an agent, and changes the same one afterwards', async () => {
  expect(await find('clerk')).toMatchObject({ success: false, code: 500, message: '未找到对应实体' })
  const blank = await server.get('admin', `${place}/agentOf`, { userName: 'clerk' })
  expect(blank.body.result).toEqual({ userName: 'clerk' })
  expect((await send('set', agent)).body).toMatchObject({ success: true, message: '代理人设置成功！' })
  const { id } = (await find('clerk')).result
  await send('set', { ...agent, status: '0' })
  expect((await find('clerk')).result).toMatchObject({ ...agent, id, status: '0' })
})

it('a client of the contract adds and edits agents with whole entities', async () => {
  const added = (
    await send('add', { ...agent, userName: 'reader', agentUserName: 'clerk', createName: '管理员' })
  ).body
  expect(added.message).toBe('代理人设置成功！')
  const body = { ...added.result, status: '0', sysCompanyCode: null }
  const edited = await server.send('admin', 'PUT', `${place}/edit`, body)
  expect(edited.body).toMatchObject({ message: '代理人设置成功!', result: { status: '0' } })
})

it('an agent is another existing user, for a period that does not end before it begins', async () => {
  for (const [change, text] of [
    [{ agentUserName: 'clerk' }, '代理人不能是用户自己'],
    [{ agentUserName: 'nobody-here' }, '字典值不存在：nobody-here'],
    [{ endTime: '2026-11-01 00:00:00' }, '结束时间不能早于开始时间'],
  ] as const) {
    const { body } = await send('set', { ...agent, ...change })
    expect(body.result.problems[0].text).toBe(text)
  }
  expect((await send('set', agent, 'clerk')).status).toBe(403)
})

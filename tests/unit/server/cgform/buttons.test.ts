import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { type Person, TestServer } from '../resources/test-server.ts'
import { loanScreen } from './loan-screen.ts'

const head = 'demo.loan'
let server: TestServer
let loanId = ''
beforeAll(async () => {
  server = await TestServer.open(
    {
      'demo/loan.json': loanScreen({
        fields: [
          { key: 'fname', title: '名称', type: 'input' },
          { key: 'fstates', title: '状态', type: 'input', form: false },
          { key: 'fnote', title: '备注', type: 'input', showIf: "fname == '甲'" },
          { key: 'fbillno', title: '编号', type: 'input' },
          { key: 'ftotalamount', title: '金额', type: 'inputNumber' },
        ],
        flow: {
          field: 'fstates',
          initial: '待审核',
          moves: [
            { code: 'audit', title: '审核', from: ['待审核'], to: '已审核', batch: true },
            { code: 'unaudit', title: '反审核', from: ['已审核'], to: '待审核', effect: 'bill.log' },
          ],
        },
        actions: {
          toolbar: ['add', 'audit'],
          row: ['edit', { code: 'look', title: '看一看', open: 'demo/loan' }],
        },
      }),
    },
    {
      clerk: [
        'design:read',
        'design:write',
        'design:release',
        'demo:loan:add',
        'demo:loan:list',
        'demo:loan:audit',
      ],
      reader: ['demo:loan:list', 'design:read'],
    },
  )
  const added = await server.call('clerk', 'POST', `/online/cgform/api/form/${head}`, {
    body: { fname: '甲' },
  })
  loanId = added.body.result.id
})
afterAll(() => server?.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (method: Method, path: string, parts: JsonObject = {}, who: Person = 'clerk') =>
  (await server.call(who, method, `/online/cgform${path}`, parts)).body
const list = async () => (await call('GET', `/button/list/${head}`)).result as JsonObject[]
const button = (more: JsonObject) => ({
  ...{ cgformHeadId: head, buttonCode: 'audit', buttonName: '审核', buttonStyle: 'link', optType: 'action' },
  ...more,
})

describe('the buttons of an online form', () => {
  it('are the moves and actions of its document', async () => {
    expect(await list()).toMatchObject([
      { id: `${head}.toolbar.audit`, buttonName: '审核', buttonStyle: 'button' },
      { id: `${head}.row.look`, buttonName: '看一看', buttonStyle: 'link' },
    ])
    expect((await call('GET', `/button/builtInList/${head}`)).result).toMatchObject([
      { buttonCode: 'add', buttonStyle: 'built-in' },
      { buttonCode: 'edit' },
    ])
  })

  it('are added, changed and removed in the draft', async () => {
    const added = await call('POST', '/button/add', {
      body: button({ exp: 'fstates#eq#待审核&&fname#ne#乙' }),
    })
    expect(added).toMatchObject({ success: true })
    expect((await list()).at(-1)).toMatchObject({
      id: `${head}.row.audit`,
      exp: "row.fstates == '待审核' and row.fname != '乙'",
    })
    expect((await call('POST', '/button/add', { body: button({}) })).message).toBe('已有编码是 audit 的按钮')
    const edited = await call('PUT', '/button/edit', {
      body: { id: `${head}.row.look`, buttonCode: 'look', buttonName: '查看原件' },
    })
    expect(edited.success).toBe(true)
    expect((await list()).map(({ buttonName }) => buttonName)).toContain('查看原件')
    const removed = await call('DELETE', '/button/deleteBatch', {
      query: { ids: `${head}.row.look,${head}.row.audit` },
    })
    expect(removed.success).toBe(true)
    expect(await list()).toHaveLength(1)
    expect((await call('DELETE', '/button/delete', { query: { id: `${head}.row.look` } })).success).toBe(
      false,
    )
  })

  it('are refused where they would be scripts, or have nothing to do', async () => {
    const add = async (more: JsonObject) =>
      (await call('POST', '/button/add', { body: button(more) })).message
    expect(await add({ optType: 'js' })).toContain('不能写脚本')
    expect(await add({ buttonCode: 'mail', buttonName: '寄出' })).toContain('没有可做的事')
    expect(await add({ buttonStyle: 'form' })).toContain('表单里没有自定义按钮')
    expect(await add({ exp: "fname#eq#'); drop" })).toContain('看不懂')
    expect((await call('POST', '/button/add', { body: button({}) }, 'reader')).success).toBe(false)
  })

  it('run their move with its right', async () => {
    const press = (buttonCode: string, who?: Person) =>
      call('POST', '/api/doButton', { body: { formId: head, buttonCode, dataId: loanId } }, who)
    expect((await press('audit', 'reader')).code).toBe(403)
    expect((await press('look', 'admin')).message).toContain('请在界面上按它')
    expect(await press('audit')).toMatchObject({ success: true, message: '审核成功' })
    expect((await press('audit')).success).toBe(false)
  })
})

describe('enhancements', () => {
  it('are the linkage, the effects and the hooks of a document', async () => {
    const script = await call('GET', `/head/enhanceJs/${head}`, { query: { type: 'form' } })
    expect(script.result).toMatchObject({ cgJsType: 'form', cgJs: '', content: "备注：显示 fname == '甲'" })
    expect((await call('GET', `/head/enhanceJs/${head}`, { query: { type: 'list' } })).result.content).toBe(
      '',
    )
    const bill = await call('GET', `/head/enhanceSql/${head}`)
    expect(bill.result[0]).toMatchObject({ cgbSql: '', cgbSqlName: expect.stringContaining('.') })
    expect((await call('GET', `/head/enhanceJava/${head}`)).result).toEqual([])
    expect((await call('GET', `/head/enhanceButton/${head}`)).result).toHaveLength(2)
  })

  it('are never scripts', async () => {
    for (const [word, means] of [
      ['Js', '表达式'],
      ['Sql', '效果'],
      ['Java', '登记过的服务器处理'],
    ])
      for (const method of ['POST', 'PUT'] as const) {
        const refused = await call(method, `/head/enhance${word}/${head}`, { body: { cgJs: 'alert(1)' } })
        expect(refused.success).toBe(false)
        expect(refused.message).toContain(means)
      }
    expect((await call('DELETE', '/head/deletebatchEnhanceSql', { query: { ids: '1' } })).message).toContain(
      '效果',
    )
    expect((await call('DELETE', '/head/deleteBatchEnhanceJava', { query: { ids: '1' } })).message).toContain(
      '登记',
    )
  })
})

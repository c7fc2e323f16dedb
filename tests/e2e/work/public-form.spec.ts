import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { isClean } from '../axe.ts'
import { act, confirm, openCaller, rows, test, url } from '../pages.ts'
import { writeWhole } from '../product.ts'
import { getProduct } from '../server.ts'

const document = {
  version: 2,
  kind: 'screen',
  id: 'base/card-apply',
  title: '读者证申请',
  menu: { parent: 'base', order: 92 },
  table: { name: 'e2e_card_apply' },
  fields: [
    { key: 'fno', title: '受理编号', type: 'input', auto: 'S{####}' },
    { key: 'fname', title: '姓名', type: 'input', length: 20, validateRules: [{ required: true }] },
    { key: 'ftel', title: '手机', type: 'input', validateRules: [{ pattern: 'm', message: '手机号码不对' }] },
    {
      key: 'fkind',
      title: '类别',
      type: 'radio',
      defaultValue: '普通',
      options: [{ value: '普通' }, { value: '研究' }],
    },
    { key: 'ftopic', title: '研究题目', type: 'textarea', showIf: "fkind == '研究'" },
    { key: 'fvisit', title: '来馆日期', type: 'date' },
    { key: 'fstate', title: '状态', type: 'input', form: false },
  ],
  flow: {
    field: 'fstate',
    initial: '待审核',
    moves: [{ code: 'accept', title: '受理', from: ['待审核'], to: '已受理' }],
  },
  actions: { row: ['accept', 'detail'] },
  public: {
    intro: '请如实填写，三个工作日内答复。',
    fields: ['fname', 'ftel', 'fkind', 'ftopic', 'fvisit'],
    receipt: 'fno',
    done: '已收到您的申请。',
    state: { fields: ['fstate', 'fname'] },
  },
}
const file = () => join(getProduct().schemas, 'base/card-apply.json')
const hostile = '<img src=x onerror="document.title=1">'.slice(0, 20)

test.beforeAll(async () => {
  writeWhole(file(), JSON.stringify(document))
  const load = async () =>
    (await (await openCaller('admin')).call('GET', '/resource/base/card-apply/list')).success
  await expect.poll(() => load().catch(() => false)).toBe(true)
})
test.afterAll(() => rmSync(file()))

async function drag(page: Page) {
  const handle = page.locator('.pro-slide-verify-handle')
  await handle.waitFor()
  const box = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const track = (await page.locator('.pro-slide-verify').boundingBox()) ?? box
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(box.x + (track.width * step) / 12, box.y + box.height / 2, { steps: 3 })
  await page.mouse.up()
}

test('a stranger sends a public form on a phone, staff accept it, and the link shows its state', async ({
  open,
  expected,
}) => {
  expected.push(/ERR_INTERNET_DISCONNECTED/, /status of 400/)
  const page = await open(null, '/public/base/card-apply', { phone: true })
  await expect(page).toHaveTitle(/^读者证申请 - /)
  await expect(page.getByText('请如实填写，三个工作日内答复。')).toBeVisible()
  await expect(page.getByLabel('研究题目')).toBeHidden()
  await isClean(page, '公开表单')
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('请填写姓名')).toBeVisible()
  await expect(page.getByLabel('姓名')).toBeFocused()

  await page.getByLabel('姓名').fill(hostile)
  await page.getByLabel('研究', { exact: true }).check()
  await page.getByLabel('研究题目').fill('族谱')
  await page.getByLabel('手机').fill('123')
  await page.reload()
  await expect(page.getByLabel('姓名')).toHaveValue(hostile)
  await expect(page.getByLabel('研究题目')).toHaveValue('族谱')

  await page.waitForTimeout(3000)
  await page.getByRole('button', { name: '提交' }).click()
  await drag(page)
  await expect(page.getByText('手机号码不对')).toBeVisible()
  await page.getByLabel('手机').fill('13800000000')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText(/^网络(不通|异常)/)).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('S0001')).toBeVisible()
  await isClean(page, '公开表单的回执')
  const link = (await page.getByRole('link').getAttribute('href')) ?? ''
  await page.reload()
  await expect(page.getByText('S0001')).toBeVisible()

  const admin = await open('admin', '/base/card-apply')
  await expect(rows(admin)).toHaveCount(1)
  await expect(rows(admin).first()).toContainText(hostile)
  await act(rows(admin).first(), '受理')
  await confirm(admin, '确定要受理')
  await expect(rows(admin).first()).toContainText('已受理')

  await page.goto(link)
  await page.reload()
  await expect(page.getByText('已受理')).toBeVisible()
  await expect(page.getByText('13800000000')).toBeHidden()
  await page.goto(url('/public/base/no-form'))
  await expect(page.getByText('没有这个表单，或者它已经停用')).toBeVisible()
})

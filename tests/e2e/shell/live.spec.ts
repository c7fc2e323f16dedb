import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { until } from '../api.ts'
import { reloadLive, rows, test, url } from '../pages.ts'
import { writeWhole } from '../product.ts'
import { getProduct } from '../server.ts'

/** Milliseconds from a saved file to an open page, beside other tests; timed/live.spec.ts measures the two seconds of the product. */
const soon = 10_000
const appears = (part: Locator) => until(() => part.isVisible(), soon)
const goes = (part: Locator) => until(async () => (await part.count()) === 0, soon)

const dropped = () => join(getProduct().schemas, 'base/binding.json')
const binding = (fields: object[]) => ({
  version: 2,
  kind: 'screen',
  id: 'base/binding',
  title: '装帧方式',
  perm: 'base:binding',
  menu: { parent: 'base', icon: 'book', order: 90 },
  table: { name: 'bas_binding' },
  fields,
  actions: { toolbar: ['add'], row: ['edit'] },
})
const name = { key: 'fname', title: '名称', type: 'input', query: 'like' }
const price = { key: 'fprice', title: '工价', type: 'inputNumber', scale: 2 }

const write = (document: object) => writeWhole(dropped(), JSON.stringify(document))

test('an open page follows when a document is added, edited and removed', async ({ open, expected }) => {
  // The page asks once more for the document that is gone.
  expected.push(/status of 404/)
  const page = await open('admin', '/dashboard/analysis')
  await reloadLive(page)
  await page.getByRole('menuitem', { name: '基础资料' }).click()
  const entry = page.getByRole('menuitem', { name: '装帧方式' })
  await expect(page.getByRole('menuitem', { name: '供应商' })).toBeVisible()
  await expect(entry).toHaveCount(0)
  // A reload would forget this.
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))
  try {
    write(binding([name]))
    await appears(entry)
    await entry.click()
    await expect(page.getByText('还没有装帧方式')).toBeVisible()

    await page.getByRole('button', { name: '新增' }).click()
    const form = page.getByRole('dialog', { name: '装帧方式' })
    await form.getByLabel('名称').fill('包背')
    write(binding([name, price]))
    await appears(form.getByLabel('工价'))
    await expect(form.getByLabel('名称')).toHaveValue('包背')
    // The caret keeps its position: typing continues.
    await page.keyboard.type('装')
    await form.getByLabel('工价').fill('12.5')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form).toBeHidden()
    await expect(rows(page).locator('[data-field="fprice"]')).toHaveText('12.50')
    await expect(rows(page).locator('[data-field="fname"]')).toHaveText('包背装')

    write(binding([{ ...name, title: '装帧' }, price]))
    await appears(page.getByRole('columnheader', { name: '装帧' }))
  } finally {
    rmSync(dropped(), { force: true })
  }
  await goes(entry)
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
})

test('a page of another build keeps working, and offers to reload while nothing is typed', async ({
  open,
}) => {
  const page = await open('admin', null)
  const sockets: { send(text: string): void }[] = []
  await page.routeWebSocket(/\/websocket\//, (socket) => {
    sockets.push(socket)
    socket.connectToServer()
  })
  await page.goto(url('/base/warehouse'))
  await expect(rows(page).first()).toBeVisible()
  const beat = (build: string) => sockets.at(-1)?.send(JSON.stringify({ cmd: 'heartcheck', build }))
  const offer = page.getByText('系统已更新')
  await expect(async () => {
    beat('index-later.js')
    await expect(offer).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').first().fill('东库')
  beat('index-later.js')
  await expect(offer).toBeHidden()
  beat('index-later.js')
  await expect(form.getByRole('textbox').first()).toHaveValue('东库')
  await expect(offer).toBeHidden()
})

test('a broken document keeps its last good version, and only designers see the problem', async ({
  open,
}) => {
  // No other test uses this screen, while the designer has others open.
  const file = join(process.cwd(), 'schemas/base/warehouse.json')
  const source = readFileSync(file, 'utf8')
  const admin = await open('admin', '/base/warehouse')
  const clerk = await open('clerk', '/base/warehouse')
  await expect(rows(admin).first()).toBeVisible()
  await expect(rows(clerk).first()).toBeVisible()
  const notice = '界面文档的新版本有错误，下面仍是上一个可用的版本'
  try {
    writeWhole(file, source.replace('"title": "管理员"', '"titel": "保管员"'))
    await appears(admin.getByText(notice))
    const problem = admin.getByRole('alert').getByRole('listitem').filter({ hasText: 'titel' })
    await expect(problem.locator('code')).toHaveText('schemas/base/warehouse.json#/fields/2/titel')
    // The fault, and the nearest known word.
    await expect(problem).toContainText('title')

    for (const page of [admin, clerk]) {
      await page.getByRole('button', { name: '查询', exact: true }).click()
      await expect(page.getByRole('columnheader', { name: '管理员' })).toBeVisible()
      await expect(rows(page).first()).toBeVisible()
    }
    await clerk.reload()
    await expect(rows(clerk).first()).toBeVisible()
    await expect(clerk.getByText(notice)).toHaveCount(0)
    await expect(clerk.getByText('titel')).toHaveCount(0)
  } finally {
    writeWhole(file, source)
  }
  await goes(admin.getByText(notice))
})

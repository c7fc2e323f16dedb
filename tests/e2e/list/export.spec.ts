import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { openCaller, test } from '../pages.ts'
import { writeWhole } from '../product.ts'
import { execute, getProduct } from '../server.ts'

const plates = {
  version: 2,
  kind: 'screen',
  id: 'base/e2e-plate',
  title: '馆藏图版',
  perm: 'base:plate',
  roles: {
    clerk: ['base:plate:list', 'base:plate:export'],
    reader: ['base:plate:list', 'base:plate:export'],
  },
  menu: { parent: 'base', order: 93 },
  table: { name: 'e2e_plate' },
  fields: [
    { key: 'fcode', title: '编号', type: 'input' },
    { key: 'ftitle', title: '题名', type: 'input' },
    { key: 'fpages', title: '页数', type: 'inputNumber' },
  ],
  list: { sort: 'fcode' },
  actions: { toolbar: ['export'], row: [] },
}
const path = '/base/e2e-plate'
/** So many that the export is written for longer than a second. */
const MANY = 100_000

test.beforeAll(async () => {
  writeWhole(join(getProduct().schemas, 'base/e2e-plate.json'), JSON.stringify(plates))
  const [admin, clerk, reader] = await Promise.all([
    openCaller('admin'),
    openCaller('clerk'),
    openCaller('reader'),
  ])
  // The proposals are stored a moment after the list is served.
  const isGranted = async () => {
    for (const roleId of ['clerk', 'reader'])
      await admin.call('POST', '/sys/role/decideProposals', { roleId, state: 'granted' })
    const lists = [clerk, reader].map((caller) => caller.call('GET', `/resource${path}/list`))
    return (await Promise.all(lists)).every(({ success }) => success)
  }
  await expect.poll(isGranted).toBe(true)
  await execute(`
    insert into e2e_plate (id, rev, create_by, create_time, fcode, ftitle, fpages)
    select 'plate' || n, 1, 'clerk', now(), 'P' || n, '图版第 ' || n || ' 幅', n from generate_series(1, ${MANY}) as n`)
})
test.afterAll(() => rmSync(join(getProduct().schemas, 'base/e2e-plate.json')))

test('a long export shows its progress, goes on after its page is left, and its file is for its user only', async ({
  open,
}) => {
  const page = await open('clerk', path)
  const bell = page.getByRole('button', { name: /^消息/ })
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出EXCEL' })
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '取消' })).toBeVisible()

  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('menuitem', { name: '首页' }).click()
  await expect(page).toHaveURL(/dashboard/)
  await expect(page.getByRole('status').filter({ hasText: '馆藏图版导出完成' })).toBeVisible()
  await bell.click()
  const messages = page.getByRole('region', { name: '未读消息' })
  await messages.getByRole('tab', { name: /系统消息/ }).click()
  await messages.getByRole('button', { name: /馆藏图版导出完成/ }).click()
  await expect(page.getByText(`共 ${MANY} 条，请在列表的「导出」里下载，文件保留 3 天`)).toBeVisible()

  await page.goto(page.url().replace(/\/dashboard.*/, path))
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await expect(dialog.getByRole('row').filter({ hasText: '馆藏图版.xlsx' })).toContainText('100,000 条')
  const download = page.waitForEvent('download')
  const request = page.waitForRequest(/sys\/export\/file/)
  await dialog.getByRole('button', { name: '下载' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('馆藏图版.xlsx')
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  const id = new URL((await request).url()).searchParams.get('id')
  const answer = await (await openCaller('reader')).call('GET', `/sys/export/file?id=${id}`)
  expect(answer).toMatchObject({ success: false, message: '未找到对应实体' })
})

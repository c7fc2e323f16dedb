import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { rows, test, url } from '../pages.ts'

test('a document travels as a package, is released under another name, and is renamed with its table', async ({
  open,
}) => {
  const page = await open('admin', '/online/cgform?title=阅览室')
  const row = rows(page).filter({ hasText: 'reader/reading-room' })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: '导出文档包' }).click()
  const pack = page.getByRole('dialog', { name: '导出文档包' })
  await expect(pack.getByRole('checkbox', { name: '阅览室' })).toBeChecked()
  const saved = page.waitForEvent('download')
  await pack.getByRole('button', { name: /^导出 \d+ 份$/ }).click()
  const text = readFileSync(await (await saved).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ format: 'document-package', version: 1 })

  // In the package the id belongs to another screen.
  const other = text.replaceAll('"rd_room"', '"rd_study"').replaceAll('"阅览室"', '"自修室"')
  await page.getByRole('button', { name: '取消选择' }).click()
  await page.getByRole('button', { name: '导入文档包' }).click()
  const unpack = page.getByRole('dialog', { name: '导入文档包' })
  const buffer = Buffer.from(other)
  await unpack
    .getByLabel('文档包')
    .setInputFiles({ name: '自修室.json', mimeType: 'application/json', buffer })
  await expect(unpack.getByText('编号已被占用')).toBeVisible()
  await unpack.getByRole('combobox', { name: '怎么处理自修室' }).click()
  await page.getByTitle('改名导入').click()
  const id = unpack.getByLabel('自修室的新编号')
  await id.fill('reader/study-room')
  await id.blur()
  await expect(unpack.getByText(/建表 rd_study/)).toBeVisible()
  await unpack.getByRole('button', { name: '一起发布' }).click()
  await expect(page.getByText(/已导入并发布 \d+ 份文档/)).toBeVisible()

  await page.goto(url('/online/cgform?design=reader/study-room'))
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '改名' }).click()
  const names = page.getByRole('dialog', { name: '改名', exact: true })
  await names.locator('.ant-select').click()
  await page.getByTitle('表 rd_study').click()
  await names.getByLabel('新名字').fill('rd_room')
  await names.getByRole('button', { name: '看要改什么' }).click()
  const rename = page.getByRole('dialog', { name: /改名为/ })
  await expect(rename.getByText(/「rd_room」已被文档「reader\/reading-room」使用/)).toBeVisible()
  await rename.getByRole('button', { name: '取消' }).click()
  await names.getByLabel('新名字').fill('rd_study_room')
  await names.getByRole('button', { name: '看要改什么' }).click()
  await rename.getByRole('button', { name: '改在草稿里' }).click()
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '改名' }).click()
  await names.getByLabel('新名字').fill('reader/quiet-room')
  await names.getByRole('button', { name: '看要改什么' }).click()
  await rename.getByRole('button', { name: '改在草稿里' }).click()
  await expect(page.getByText('2 处更改未发布')).toBeVisible()
  // Both are steps of the draft: undone, they are not released.
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByText('1 处更改未发布')).toBeVisible()
  await page.getByRole('button', { name: '重做' }).click()
  await expect(page.getByText('2 处更改未发布')).toBeVisible()
  await page.getByRole('button', { name: '检查并发布' }).click()
  const releasing = page.getByRole('dialog', { name: '检查并发布' })
  await expect(
    releasing.getByText('表「rd_study」改名为「rd_study_room」：数据不动，1 份文档跟着改'),
  ).toBeVisible()
  await expect(releasing.getByText(/编号「reader\/study-room」改名为「reader\/quiet-room」/)).toBeVisible()
  await expect(releasing.getByText('表改名 rd_study → rd_study_room')).toBeVisible()
  await releasing.getByRole('button', { name: /发\s*布/ }).click()
  await expect(page).toHaveURL(/design=reader(%2F|\/)quiet-room/)
  await expect(page.getByText('reader/quiet-room', { exact: true }).first()).toBeVisible()
})

import { expect, type Locator, type Page } from '@playwright/test'
import {
  act,
  atRest,
  Caller,
  choose,
  column,
  confirm,
  openCaller,
  rows,
  search,
  startSession,
  test,
  url,
} from './pages.ts'
import { passwords } from './server.ts'

const catalogue = '/catalog/gazetteer'
const bills = '/stock/in-bill'
const say = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
const save = (form: Locator) => form.getByRole('button', { name: '保存', exact: true }).click()

let serial = 0
/** A book of this test's own; call numbers beginning with ZZ sort last. */
async function addBook(more: Record<string, unknown> = {}) {
  const fcallno = `ZZ${Date.now()}${++serial}`
  const caller = await openCaller('clerk')
  return {
    fcallno,
    ...(await caller.add('catalog/gazetteer', { fcallno, ftitle: '测试志', fvolumes: 3, ...more })),
  }
}

/** Texts, one or several of a list, a region, a stretch of days, figures: asked, and asked again from the address. */
test('conditions of every query control are in the address, and a reload shows the same list', async ({
  open,
}) => {
  const page = await open('clerk', catalogue)
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('button', { name: '展开' }).click()
  const query = page.getByRole('form', { name: '查询条件' })
  await query.getByLabel('索书号').fill('K295')
  await query.getByLabel('书名').fill('志')
  await choose(page, query.getByLabel('志书类别'), '府志', '县志')
  await page.keyboard.press('Escape')
  await choose(page, query.getByLabel('状态'), '在架')
  await query.getByLabel('行政区划').click()
  await page.getByRole('menuitemcheckbox', { name: '浙江省' }).click()
  await page.keyboard.press('Escape')
  await search(page)
  await expect(page).toHaveURL(/q\.fstate=/)
  await expect(column(page, 'fstate').first()).toHaveText('在架')
  const kinds = await column(page, 'fkind').allTextContents()
  expect(new Set([...kinds, '府志', '县志'])).toEqual(new Set(['府志', '县志']))
  const before = await rows(page).allTextContents()
  expect(before.length).toBeGreaterThan(0)
  await page.reload()
  await expect(rows(page)).toHaveText(before)
  await expect(query.getByLabel('书名')).toHaveValue('志')

  const second = await open('clerk', bills)
  await expect(rows(second)).toHaveCount(10)
  await second.getByRole('button', { name: '展开' }).click()
  const asked = second.getByRole('form', { name: '查询条件' })
  await asked.getByLabel('合计金额不小于').fill('1000')
  await asked.getByLabel('合计金额不大于').fill('5000')
  await asked.getByPlaceholder('开始日期').fill('2020-01-01')
  await asked.getByPlaceholder('结束日期').fill('2030-12-31')
  await asked.getByPlaceholder('结束日期').press('Enter')
  await expect(asked.getByPlaceholder('开始日期')).toHaveValue('2020-01-01')
  await expect(asked.getByPlaceholder('结束日期')).toHaveValue('2030-12-31')
  await search(second)
  await expect(second).toHaveURL(/q\.fdate_begin=2020-01-01/)
  await expect(second).toHaveURL(/q\.ftotalamount_end=5000/)
  await expect(second.getByText('没有查询到任何数据')).toHaveCount(0)
  const sums = (await column(second, 'ftotalamount').allTextContents()).map((text) =>
    Number(text.replaceAll(',', '')),
  )
  expect(sums.length).toBeGreaterThan(0)
  expect(sums.every((sum) => sum >= 1000 && sum <= 5000)).toBe(true)
  const found = await rows(second).allTextContents()
  await second.reload()
  await expect(rows(second)).toHaveText(found)
})

test('a list sorts by its column head, pages by 20 and 30, and keeps its density and a hidden column', async ({
  open,
}) => {
  const page = await open('clerk', catalogue)
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('columnheader', { name: '卷数' }).click()
  await expect(page).toHaveURL(/sort=fvolumes/)
  await expect(column(page, 'fvolumes').first()).toHaveText('1')
  await page.getByRole('columnheader', { name: '卷数' }).click()
  await expect(page).toHaveURL(/sort=-fvolumes/)
  const figures = async () => (await column(page, 'fvolumes').allTextContents()).map(Number)
  await expect.poll(async () => (await figures())[0]).toBeGreaterThan(100)
  const sorted = await figures()
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a))

  for (const size of [20, 30]) {
    await choose(page, page.locator('.ant-pagination-options-size-changer'), `${size} 条/页`)
    await expect(rows(page)).toHaveCount(size)
  }
  await page.getByRole('listitem', { name: '2', exact: true }).click()
  await expect(page).toHaveURL(/page=2.*size=30/)
  await expect(page.getByText('第 31–60 条')).toBeVisible()

  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('checkbox', { name: '馆藏地' }).uncheck()
  await expect(page.getByRole('columnheader', { name: '馆藏地' })).toHaveCount(0)
  const height = async () => Math.round((await rows(page).first().boundingBox())?.height ?? 0)
  for (const [density, pixels] of Object.entries({ 默认: 61, 迷你: 40, 极小: 32 })) {
    await page.getByText(density, { exact: true }).click()
    await expect.poll(height, density).toBe(pixels)
  }
  await page.reload()
  await expect(rows(page)).toHaveCount(30)
  expect(await height()).toBe(32)
  await expect(page.getByRole('columnheader', { name: '馆藏地' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: '状态' })).toHaveCount(1)
  // Remembered for this person; the other tests want it back.
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await page.getByText('紧凑', { exact: true }).click()
})

test('selected rows are deleted together after a question with their number', async ({ open }) => {
  const books = [await addBook(), await addBook()]
  const page = await open('clerk', `${catalogue}?q=1&q.fcallno=ZZ*&sort=-fcallno`)
  for (const { id } of books) await page.locator(`[data-row-id="${id}"]`).getByRole('checkbox').check()
  await page.getByRole('button', { name: '批量删除' }).click()
  await confirm(page, '确定要删除这 2 项吗?')
  for (const { id } of books) await expect(page.locator(`[data-row-id="${id}"]`)).toHaveCount(0)
})

test('bills are not approved together when one is approved already', async ({ open }) => {
  const page = await open('admin', `${bills}?size=100`)
  const pick = async (state: string) => {
    const row = rows(page).filter({ hasText: state }).first()
    await row.getByRole('checkbox').check()
    return row.getAttribute('data-row-id')
  }
  await expect(rows(page).first()).toBeVisible()
  const waiting = await pick('待审核')
  await pick('已审核')
  await page.getByRole('button', { name: '审核', exact: true }).click()
  await say(page, '选中数据有已审核数据，单据无法提交！')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator(`[data-row-id="${waiting}"]`)).toContainText('待审核')
})

test('a node of the category tree filters the list and fills the new form', async ({ open }) => {
  const page = await open('clerk', catalogue)
  const tree = page.getByRole('navigation', { name: '志书分类' })
  await tree.getByText('新编志书', { exact: true }).click()
  await expect(page).toHaveURL(/tree=/)
  await expect(column(page, 'fkind').filter({ hasText: '府志' })).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
  const parent = page.url()
  await tree.getByText('省志', { exact: true }).click()
  await expect(page).not.toHaveURL(parent)
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: '地方志书目' })
  await expect(form.locator('[data-key="fclass"]')).toContainText('省志')
})

test('a dictionary value is selected, and a picked supplier fills the telephone field', async ({ open }) => {
  const page = await open('clerk', `${bills}?form=add`)
  const form = page.getByRole('dialog', { name: /入库单/ })
  await choose(page, form.getByLabel('仓库'), '修复材料库')
  await expect(form.locator('[data-key="fwarehouse"]')).toContainText('修复材料库')
  await form.getByLabel('供应单位').click()
  const picker = page.getByRole('dialog', { name: '选择供应单位' })
  const row = picker
    .getByRole('row')
    .filter({ has: page.getByRole('radio') })
    .first()
  await expect(row).toBeVisible()
  const [, , supplier = '', , telephone = ''] = await row.getByRole('cell').allTextContents()
  await row.getByRole('radio').check()
  await picker.getByRole('button', { name: /确\s*定/ }).click()
  await expect(form.getByLabel('供应单位')).toHaveValue(supplier)
  expect(telephone).toMatch(/\d{7}/)
  await expect(form.getByLabel('联系电话')).toHaveValue(telephone)
})

test('an uploaded picture is shown in its record', async ({ open }) => {
  const { id } = await addBook()
  const page = await open('clerk', `${catalogue}?form=edit&id=${id}`)
  const form = page.getByRole('dialog', { name: '地方志书目' })
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await form
    .locator('[data-key="fcover"] input[type="file"]')
    .setInputFiles({ name: '书影.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  const picture = form.locator('[data-key="fcover"] img')
  await expect(picture).toBeVisible()
  await expect(form.locator('.ant-upload-list-item-done')).toBeVisible()
  await save(form)
  await expect(form).toBeHidden()
  await page.goto(url(`${catalogue}?form=detail&id=${id}`))
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('a problem found by the server only is shown at its field', async ({ open, expected }) => {
  expected.push(/status of 400/)
  const { fcallno } = await addBook()
  const page = await open('clerk', `${catalogue}?form=add`)
  const form = page.getByRole('dialog', { name: '地方志书目' })
  await form.getByLabel('索书号').fill(fcallno)
  await form.getByLabel('书名').fill('重号志')
  await save(form)
  await expect(form.locator('[data-key="fcallno"]')).toContainText('索书号已存在')
  await expect(form.getByLabel('索书号')).toBeFocused()
  await expect(form.getByText('1 处需要修改')).toBeVisible()
  await form.getByLabel('索书号').fill(`${fcallno}-2`)
  await save(form)
  await expect(form).toBeHidden()
})

test('two edits of one record are merged, and conflicts are asked about', async ({ open, expected }) => {
  expected.push(/status of 409/)
  const { id } = await addBook()
  const address = `${catalogue}?form=edit&id=${id}`
  const [page, other] = [await open('clerk', address), await open('admin', address)]
  const form = page.getByRole('dialog', { name: '地方志书目' })
  const theirs = other.getByRole('dialog', { name: '地方志书目' })
  await form.getByLabel('书名').fill('我改的名字')
  await theirs.getByLabel('书名').fill('先存的名字')
  await theirs.getByLabel('卷数').fill('9')
  await save(theirs)
  await expect(theirs).toBeHidden()
  await save(form)
  await say(page, '系统管理员已保存此记录，下列内容您也改过')
  await expect(form.getByText('我的：我改的名字')).toBeVisible()
  await expect(form.getByText('系统管理员的：先存的名字')).toBeVisible()
  await expect(form.getByLabel('卷数')).toHaveValue('9')
  await save(form)
  await say(page, '还有 1 处要选择保留谁的修改')
  await form.getByRole('button', { name: '书名 用我的' }).click()
  await expect(form.getByLabel('书名')).toHaveValue('我改的名字')
  await save(form)
  await expect(form).toBeHidden()
  const { result } = await (await openCaller('clerk')).call<Record<string, unknown>>(
    'GET',
    `/resource/catalog/gazetteer/queryById?id=${id}`,
  )
  expect(result).toMatchObject({ ftitle: '我改的名字', fvolumes: 9 })
})

test('a save that an expired session refused is repeated after signing in again', async ({
  open,
  expected,
}) => {
  expected.push(/status of 401/, /WebSocket/)
  const { id } = await addBook()
  const session = await startSession('clerk')
  const page = await open(session, `${catalogue}?form=edit&id=${id}`)
  const form = page.getByRole('dialog', { name: '地方志书目' })
  await form.getByLabel('书名').fill('还没存的名字')
  await new Caller(session.token).call('POST', '/sys/logout')
  // The page may have noticed by itself, and its dialog lies over the button.
  await form.getByRole('button', { name: '保存', exact: true }).dispatchEvent('click')
  const expired = page.getByRole('dialog', { name: '登录已过期' })
  await expired.getByLabel('密码', { exact: true }).fill(passwords.demo)
  await expired.getByRole('button', { name: '重新登录' }).click()
  await expect(expired).toBeHidden()
  await expect(form).toBeHidden()
  const caller = await openCaller('clerk')
  const { result } = await caller.call<{ ftitle: string }>(
    'GET',
    `/resource/catalog/gazetteer/queryById?id=${id}`,
  )
  expect(result.ftitle).toBe('还没存的名字')
})

test('a reader sees neither prices nor the add button', async ({ open }) => {
  const page = await open('reader', bills)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: '刷新' })).toBeVisible()
  for (const name of ['新增', '编辑', '删除']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await rows(page).first().getByRole('link').first().click()
  const grid = page.getByRole('dialog').getByRole('grid', { name: '入库明细' })
  await expect(grid.getByRole('columnheader', { name: '数量' })).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: '单价' })).toHaveCount(0)
})

test('the dark theme is chosen in the account menu and kept', async ({ open }) => {
  const page = await open('clerk', catalogue)
  // Colours change by degrees.
  const ground = async () => {
    await atRest(page)
    return page.locator('.pro-list').evaluate((element) => getComputedStyle(element).backgroundColor)
  }
  await expect(rows(page)).toHaveCount(10)
  const light = await ground()
  await page.getByRole('button', { name: /账户/ }).click()
  await page.getByRole('menuitem', { name: '深色' }).click()
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.reload()
  await expect(rows(page)).toHaveCount(10)
  expect(await ground()).toBe(dark)
})

test('a book is found, changed and saved on a phone', async ({ open }) => {
  const { fcallno } = await addBook()
  const page = await open('clerk', catalogue, { phone: true })
  await expect(rows(page)).toHaveCount(10)
  const overflow = async () => {
    await atRest(page)
    return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  }
  expect(await overflow()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: '筛选' }).tap()
  const drawer = page.getByRole('dialog', { name: '筛选' })
  await drawer.getByLabel('索书号').fill(fcallno)
  await drawer.getByRole('button', { name: '查询' }).tap()
  await expect(rows(page)).toHaveCount(1)
  await act(rows(page), '编辑')
  const form = page.getByRole('dialog', { name: '地方志书目' })
  await expect(form.getByLabel('书名')).toHaveValue('测试志')
  expect(await overflow()).toBeLessThanOrEqual(0)
  await form.getByLabel('书名').fill('掌上改的志')
  await form.getByRole('button', { name: '保存', exact: true }).tap()
  await expect(form).toBeHidden()
  await expect(rows(page)).toContainText('掌上改的志')
})

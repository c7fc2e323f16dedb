import { expect } from '@playwright/test'
import { isClean } from './axe.ts'
import { act, follow, openCaller, rows, test, url } from './pages.ts'

// The pages of the menu have a test of their own (shell/routes.spec.ts); here is what opens in them. The light theme is
// examined everywhere; the dark one, which differs in its colours only, where a page has colours that
// no other one has: lists, records and grids, every field type, the editors of the designers.
for (const dark of [false, true]) {
  const mode = dark ? 'dark' : 'light'

  test(`sign-in, a record and what opens over a page have no serious accessibility fault, ${mode}`, async ({
    open,
  }) => {
    const login = await open(null, '/user/login', { dark })
    await expect(login.getByLabel('用户名')).toBeVisible()
    await isClean(login, 'sign-in')
    const page = await open('clerk', '/catalog/gazetteer', { dark })
    await expect(rows(page)).toHaveCount(10)
    await page.getByRole('button', { name: '展开' }).click()
    await isClean(page, 'catalogue')
    await act(rows(page).first(), '详情')
    await expect(page.getByRole('dialog').getByText('提要')).toBeVisible()
    await isClean(page, 'record')
    await page.getByRole('dialog').locator('.pro-form-foot').getByRole('button', { name: '关闭' }).click()
    if (dark) return
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索' }).fill('rk')
    await expect(page.getByRole('listbox', { name: '搜索结果' }).getByRole('option').first()).toBeVisible()
    await isClean(page, 'search')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^消息(，|$)/ }).click()
    await expect(page.getByRole('button', { name: '查看更多' })).toBeVisible()
    await isClean(page, 'bell')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /，账户$/ }).click()
    await page.getByRole('menuitem', { name: '系统设置' }).click()
    await expect(page.getByText('主题色')).toBeVisible()
    await isClean(page, 'settings')
  })

  test(`bills, their form and its picker have no serious accessibility fault, ${mode}`, async ({ open }) => {
    const form = await open('clerk', '/stock/in-bill', { dark })
    await expect(rows(form)).toHaveCount(10)
    const caller = await openCaller('clerk')
    const { result } = await caller.call<{ records: { id: string }[] }>(
      'GET',
      '/resource/stock/in-bill/list?fstates=待审核&pageSize=1',
    )
    await follow(form, `/stock/in-bill?form=edit&id=${result.records[0]?.id}`)
    const dialog = form.getByRole('dialog', { name: /入库单/ })
    await expect(dialog.locator('[data-row-id]').first()).toBeVisible()
    await isClean(form, 'form with rows')
    const grid = dialog.getByRole('grid', { name: '入库明细' })
    const cell = (field: string) => grid.locator(`[data-row-id] [data-field="${field}"]`).first()
    await cell('fnum').click()
    await isClean(form, 'a cell being typed in')
    await form.keyboard.press('Escape')
    await form.keyboard.press('Delete')
    await expect(cell('fnum')).toHaveAttribute('aria-invalid', 'true')
    await form.keyboard.press('Shift+ArrowRight')
    await form.keyboard.press('Control+h')
    await expect(dialog.getByLabel('替换为')).toBeVisible()
    await grid.evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '很多')
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }))
    })
    await dialog.getByRole('button', { name: '查看' }).click()
    await isClean(form, 'a block, a wrong cell, the find bar and the verdicts')
    await dialog.getByLabel('供应单位').click()
    const picker = form.getByRole('dialog', { name: /选择供应单位/ })
    await expect(picker.getByRole('row').nth(1)).toBeVisible()
    await isClean(form, 'picker')
  })
  test(`the catalogue has no serious accessibility fault, ${mode}`, async ({ open }) => {
    test.setTimeout(180_000)
    const page = await open('admin', '/example/bench', { dark, single: true })
    await expect(page.locator('section[id=input] [data-face]')).toHaveCount(4)
    const words = await page.getByRole('navigation', { name: '字段类型' }).locator('li code').allInnerTexts()
    // Sections are drawn as they come into sight.
    for (const word of words) {
      await page.locator(`section[id="${word}"]`).scrollIntoViewIfNeeded()
      await expect(page.locator(`section[id="${word}"] [data-face]`)).toHaveCount(4)
    }
    await expect(page.locator('.view-cat-stage [aria-busy=true]')).toHaveCount(0)
    await isClean(page, 'types')
    for (const state of dark ? ['invalid'] : ['disabled,dense', 'invalid', 'readOnly']) {
      await page.goto(url(`/example/bench?state=${state}#inputNumber`))
      await expect(page.locator('section[id=inputNumber] [data-face]')).toHaveCount(4)
      await isClean(page, state)
    }
    if (dark) return
    for (const sample of ['tree', 'erp', 'report', 'panel', 'form']) {
      await follow(page, `/example/bench?part=kinds&sample=${sample}`)
      await expect(page.locator(`[data-sample=${sample}]`)).toHaveText(/\S{4}/)
      await expect(page.locator('.view-cat-frame [aria-busy=true]')).toHaveCount(0)
      await isClean(page, sample)
    }
    await follow(page, '/example/bench?part=try')
    await page.getByRole('button', { name: '检查' }).click()
    await expect(page.getByRole('region', { name: '画出来的文档' })).toBeVisible()
    await isClean(page, 'try')
  })

  test(`the designers have no serious accessibility fault, ${mode}`, async ({ open }) => {
    const page = await open('admin', '/online/cgform', { dark, single: true })
    await expect(rows(page)).toHaveCount(20)
    const at = async (id: string) => {
      // The designer of another document takes the place of the one before; from another page each is a new one.
      await expect(await follow(page, '/404')).toContainText('404')
      const opened = await follow(page, `/online/cgform?design=${id}`)
      await expect(opened.getByRole('region', { name: '问题' }).getByText('没有错误')).toBeVisible()
    }
    const fields = page.getByRole('navigation', { name: '字段' })
    const view = (name: string) => page.locator('.ant-segmented').getByText(name, { exact: true }).click()

    await at('stock/in-bill')
    await fields
      .getByRole('button', { name: /^合计金额/ })
      .first()
      .click()
    await expect(page.getByRole('region', { name: '试算' }).getByText(/=.*（数字）/)).toBeVisible()
    await isClean(page, 'a screen with the formula of a field')
    if (!dark) {
      await page.getByRole('button', { name: '更多', exact: true }).click()
      await page.getByRole('menuitem', { name: '增强' }).click()
      await expect(
        page.getByRole('dialog', { name: '增强' }).getByRole('region', { name: '驳回', exact: true }),
      ).toBeVisible()
      await isClean(page, 'enhancements')
    }

    await at('report/holdings')
    await isClean(page, 'the statement of a report')
    await view('列')
    await expect(page.getByRole('grid')).toBeVisible()
    await isClean(page, 'the columns of a report')

    await at('catalog/overview')
    await page.locator('[data-at="0"]').click()
    await expect(page.getByRole('complementary', { name: /的设置$/ })).toBeVisible()
    await isClean(page, 'a block of a panel')

    for (const id of dark ? [] : ['dict/unit', 'picker/goods']) {
      await at(id)
      await isClean(page, id)
    }
  })
}

import { expect, type Locator, type Page } from '@playwright/test'
import { bill, row } from '../api.ts'
import { confirm, openCaller, test, url } from '../pages.ts'
import { getProduct } from '../server.ts'

const bills = '/stock/in-bill'
const findGrid = (page: Page): Locator => page.getByRole('grid', { name: '入库明细' })
const cell = (page: Page, at: number, field: string): Locator =>
  findGrid(page).locator('[data-row-id]').nth(at).locator(`[data-field="${field}"]`)
const texts = (page: Page, field: string) => findGrid(page).locator(`[data-row-id] [data-field="${field}"]`)
const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()

interface Bill {
  id: string
  items: Record<string, unknown>[]
}

const addBill = async (names: string[]): Promise<Bill> => {
  const clerk = await openCaller('clerk')
  const items = names.map((fspmc, at) => row({ fspmc, fnum: at + 1, fprice: 10 }))
  return (await clerk.add('stock/in-bill', bill({ items }))) as unknown as Bill
}
const edit = (id: string) => `${bills}?form=edit&id=${id}`

/** Puts the cursor on a cell without opening its editor. */
async function stand(page: Page, at: number, field: string) {
  await cell(page, at, field).click()
  if (await cell(page, at, field).evaluate((node) => node.classList.contains('is-editing')))
    await page.keyboard.press('Escape')
}

/** What a spreadsheet would have put on the clipboard, pasted at the cursor. */
async function paste(page: Page, block: string[][]) {
  await findGrid(page).evaluate(
    (grid, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      grid.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
    },
    `${block.map((cells) => cells.join('\t')).join('\r\n')}\r\n`,
  )
}

async function copied(page: Page): Promise<{ text: string; html: string }> {
  return findGrid(page).evaluate((grid) => {
    const clipboardData = new DataTransfer()
    grid.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData }))
    return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') }
  })
}

test('a pasted block becomes rows with a report for each bad cell, and one undo removes it', async ({
  open,
}) => {
  const { id } = await addBill(['甲', '乙'])
  const page = await open('clerk', edit(id))
  await expect(texts(page, 'fspmc')).toHaveText(['甲', '乙'])
  await stand(page, 0, 'funit')
  await paste(page, [
    ['函', '', '5', '1,200.50', '13'],
    ['麻袋', '', '很多', '2', '13'],
    ['张', '', '7', '3', '9'],
  ])
  await expect(page.getByText(/^已粘贴 \d+ 格，新增 1 行，.*2 格没有粘贴$/)).toBeVisible()
  // An invalid cell shows its reason beside its text.
  await expect(texts(page, 'fnum')).toHaveText([/^5\.00/, /^2\.00/, /^7\.00/])
  await expect(cell(page, 0, 'famount')).toHaveText('6,002.50')
  await expect(cell(page, 1, 'funit')).toHaveAttribute('aria-invalid', 'true')
  // The new row lacks its name: it is judged like one that was typed.
  await expect(cell(page, 2, 'fspmc')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: '查看' }).click()
  await page.getByRole('button', { name: /第 2 行 数量/ }).click()
  await expect(cell(page, 1, 'fnum')).toHaveClass(/is-active/)
  await page.getByRole('button', { name: '撤销粘贴' }).click()
  await expect(texts(page, 'fnum')).toHaveText(['1.00', '2.00'])
})

test('pasted names are looked up like picked ones, and unknown or ambiguous names are reported', async ({
  open,
}) => {
  const { id } = await addBill(['甲'])
  const page = await open('clerk', edit(id))
  await stand(page, 0, 'fspmc')
  await paste(page, [['宣纸修复用皮纸'], ['没有这种东西']])
  await expect(cell(page, 0, 'fspmc')).toHaveText('宣纸修复用皮纸')
  await expect(cell(page, 0, 'fprice')).not.toHaveText('10.00')
  await expect(page.getByText(/1 格没有粘贴/)).toBeVisible()
  await page.getByRole('button', { name: '查看' }).click()
  const report = page.getByRole('dialog', { name: '没有粘贴的内容' })
  await expect(report.getByText('没有找到「没有这种东西」，请打开选择框选取')).toBeVisible()
})

test('blocks are selected by mouse and keyboard, copied, filled and cleared, and every step is undone', async ({
  open,
}) => {
  const { id } = await addBill(['甲', '乙', '丙', '丁'])
  const page = await open('clerk', edit(id))
  await expect(texts(page, 'fspmc')).toHaveCount(4)
  await cell(page, 0, 'fnum').hover()
  await page.mouse.down()
  await cell(page, 2, 'fprice').hover()
  await page.mouse.up()
  await expect(page.getByText('选区 3 行 × 2 列　计数 6　求和 36.00　平均 6.00')).toBeVisible()
  const block = await copied(page)
  expect(block.text).toBe('1.00\t10.00\r\n2.00\t10.00\r\n3.00\t10.00\r\n')
  expect(block.html).toContain('<td>3.00</td>')

  await stand(page, 0, 'fnum')
  await page.keyboard.press('Shift+ArrowDown')
  const handle = findGrid(page).locator('[data-fill]')
  await handle.hover()
  await page.mouse.down()
  await cell(page, 3, 'fnum').hover()
  await page.mouse.up()
  await expect(texts(page, 'fnum')).toHaveText(['1.00', '2.00', '3.00', '4.00'])

  await stand(page, 0, 'fprice')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await stand(page, 0, 'fprice')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect(texts(page, 'fprice')).toHaveText(['7.00', '7.00', '7.00', '7.00'])
  await page.keyboard.press('Delete')
  await expect(texts(page, 'fprice')).toHaveText(['', '', '', ''])
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z')
  await expect(texts(page, 'fprice')).toHaveText(['10.00', '10.00', '10.00', '10.00'])
  await page.keyboard.press('Control+y')
  await expect(cell(page, 0, 'fprice')).toHaveText('7.00')
})

test('a text is found and replaced, and rows move by keyboard and by mouse', async ({ open }) => {
  const { id } = await addBill(['旧纸一', '旧纸二', '函套'])
  const page = await open('clerk', edit(id))
  await stand(page, 0, 'fprice')
  await page.keyboard.press('Control+f')
  await page.getByLabel('查找', { exact: true }).fill('旧纸')
  // The search starts at the cursor; Enter continues from the top after the last hit.
  await expect(page.getByText('2 / 2')).toBeVisible()
  await expect(cell(page, 1, 'fspmc')).toHaveClass(/is-active/)
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 'fspmc')).toHaveClass(/is-active/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+h')
  await page.getByLabel('查找', { exact: true }).fill('10.00')
  await page.getByLabel('替换为').fill('12.5')
  await page.getByRole('button', { name: '全部替换' }).click()
  await expect(page.getByText('已替换 3 格', { exact: false })).toBeVisible()
  await expect(texts(page, 'fprice')).toHaveText(['12.50', '12.50', '12.50'])
  await page.getByRole('button', { name: '关闭查找' }).click()

  await stand(page, 2, 'fnum')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cell(page, 1, 'fspmc')).toHaveText('函套')
  const number = findGrid(page).locator('[data-row-id]').nth(1).locator('.detail-number')
  await number.hover()
  await page.mouse.down()
  const first = await findGrid(page).locator('[data-row-id]').first().boundingBox()
  await page.mouse.move((first?.x ?? 0) + 200, (first?.y ?? 0) + 4, { steps: 4 })
  await page.mouse.up()
  await expect(cell(page, 0, 'fspmc')).toHaveText('函套')
  await save(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  const saved = await (await openCaller('clerk')).call<Bill>(
    'GET',
    `/resource/stock/in-bill/queryById?id=${id}`,
  )
  expect(saved.result.items[0]).toMatchObject({ fspmc: '函套', orderNum: 1 })
})

test('two people on one bill see each other’s input, and their changes merge', async ({ open }) => {
  const { id } = await addBill(['甲', '乙'])
  const [mine, theirs] = [await open('clerk', null, { alone: true }), await open('admin', edit(id))]
  await mine.clock.install()
  const lines: { close(options: object): Promise<void> }[] = []
  await mine.routeWebSocket(/\/vxeSocket\//, (line) => {
    lines.push(line)
    line.connectToServer()
  })
  await mine.goto(url(edit(id)))
  await expect(texts(mine, 'fspmc')).toHaveCount(2)
  await expect(texts(theirs, 'fspmc')).toHaveCount(2)
  // Both have joined when a change of one arrives at the other.
  await expect(async () => {
    await stand(theirs, 1, 'fnum')
    await theirs.keyboard.type(String(20 + Math.floor(Math.random() * 70)))
    await theirs.keyboard.press('Tab')
    await expect(cell(mine, 1, 'fnum')).toContainText(String(await cell(theirs, 1, 'fnum').textContent()), {
      timeout: 1500,
    })
  }).toPass()
  // Not counted here until it is saved there.
  await expect(mine.getByText(/还有 1 格未保存，未计入/)).toBeVisible()
  await expect(mine.getByText(/也打开了此记录/)).toBeVisible()
  await expect(mine.locator('[data-total="fnum"]')).toContainText('合计 3.00')
  const sent = String(await cell(theirs, 1, 'fnum').textContent())
  // The connection is cut: input on both sides arrives after the reconnection within ten seconds.
  await lines.at(-1)?.close({ code: 1012 })
  await stand(mine, 0, 'fnum')
  await mine.keyboard.type('33')
  await mine.keyboard.press('Enter')
  await stand(theirs, 0, 'fprice')
  await theirs.keyboard.type('7.5')
  await theirs.keyboard.press('Tab')
  // Longer than the debounce of cells: the change was sent while nobody was connected.
  await theirs.waitForTimeout(500)
  await expect(async () => {
    await mine.clock.fastForward(10_000)
    expect(lines.length).toBeGreaterThan(1)
  }).toPass()
  await expect(cell(mine, 0, 'fprice')).toContainText('7.50')
  await expect(cell(theirs, 0, 'fnum')).toContainText('33.00')
  await save(theirs)
  await expect(theirs.getByText(/还有 1 格未保存，未计入/).last()).toBeVisible()
  await expect(theirs.getByRole('dialog')).toBeHidden()
  await expect(mine.getByText(/已保存此记录，已与您的修改合并/)).toBeVisible()
  await expect(mine.locator('.is-foreign')).toHaveCount(0)
  await save(mine)
  await expect(mine.getByRole('dialog')).toBeHidden()
  const saved = await (await openCaller('clerk')).call<Bill>(
    'GET',
    `/resource/stock/in-bill/queryById?id=${id}`,
  )
  expect(saved.result.items.map((item) => Number(item.fnum))).toEqual([33, Number(sent)])
})

/** What the browser keeps of forms that are not saved. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('pro-drafts')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
          all.onerror = () => reject(all.error)
          all.onsuccess = () => resolve(JSON.stringify(all.result))
          opening.result.close()
        }
      }),
  )

test('input of a crashed tab is offered again until the user decides', async ({ open }) => {
  const { id } = await addBill(['甲', '乙'])
  const page = await open('clerk', edit(id))
  await stand(page, 0, 'fnum')
  await page.keyboard.type('44')
  await page.keyboard.press('Enter')
  await stand(page, 1, 'fprice')
  await page.keyboard.type('3.5')
  await page.keyboard.press('Tab')
  await expect.poll(() => keptIn(page)).toMatch(/\b44\b.*\b3\.5\b/)
  const again = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await again.goto(new URL(edit(id), getProduct().url).href)
  await confirm(again, '恢复上次未保存的内容？', /^恢复$/)
  await expect(cell(again, 0, 'fnum')).toHaveText('44.00')
  await expect(cell(again, 1, 'fprice')).toHaveText('3.50')
  await save(again)
  await expect(again.getByRole('dialog')).toBeHidden()
  await again.goto(new URL(edit(id), getProduct().url).href)
  await expect(cell(again, 0, 'fnum')).toHaveText('44.00')
  await expect(again.getByText('恢复上次未保存的内容？')).toHaveCount(0)
})

test('totals and status line of a bill with 200 rows are visible without scrolling the form', async ({
  open,
}) => {
  const { id } = await addBill(Array.from({ length: 200 }, (_, at) => `品 ${at + 1}`))
  const page = await open('clerk', edit(id))
  await expect(cell(page, 0, 'fspmc')).toHaveText('品 1')
  const total = page.locator('[data-total="famount"]')
  const isInBody = (locator: Locator) =>
    locator.evaluate((element) => {
      const body = element.closest('.ant-modal-body')?.getBoundingClientRect()
      return body ? element.getBoundingClientRect().bottom <= body.bottom : false
    })
  for (const part of [total, page.locator('.detail-status')])
    await expect.poll(() => isInBody(part)).toBe(true)
  await stand(page, 0, 'fnum')
  await page.keyboard.press('Control+End')
  await expect(texts(page, 'fspmc').filter({ hasText: /^品 200$/ })).toBeInViewport()
  expect(await isInBody(total)).toBe(true)
})

test('eight of twelve rows are in sight in a low window, where the head folds until the focus goes back to it', async ({
  open,
}) => {
  const { id } = await addBill(Array.from({ length: 12 }, (_, at) => `品 ${at + 1}`))
  const page = await open('clerk', edit(id))
  const dialog = page.getByRole('dialog')
  const rowsInSight = () =>
    findGrid(page).evaluate((grid) => {
      const top = grid.querySelector('.detail-head')?.getBoundingClientRect().bottom ?? 0
      const bottom = grid.querySelector('.detail-totals')?.getBoundingClientRect().top ?? 0
      return [...grid.querySelectorAll('[data-row-id]')].filter((element) => {
        const box = element.getBoundingClientRect()
        return box.top >= top - 1 && box.bottom <= Math.min(bottom, innerHeight) + 1
      }).length
    })
  // A laptop, and the same one at 150 %.
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 911, height: 512 },
  ]) {
    await page.setViewportSize(viewport)
    await dialog.getByLabel('入库日期').focus()
    await expect(dialog.getByLabel('备注')).toBeVisible()
    await stand(page, 0, 'fnum')
    await expect(dialog.getByRole('button', { name: '展开表头' })).toContainText('图书采编库')
    await expect(dialog.getByLabel('备注')).toBeHidden()
    await expect.poll(rowsInSight).toBeGreaterThanOrEqual(8)
    expect((await page.locator('.detail-status').boundingBox())?.height).toBe(0)
    // The tool bar is on the line of the tabs.
    const [tab, add] = [dialog.getByRole('tab', { name: /入库明细/ }), dialog.getByText('新增一行')]
    const [tabBox, addBox] = [await tab.boundingBox(), await add.boundingBox()]
    expect(Math.abs((tabBox?.y ?? 0) - (addBox?.y ?? 99))).toBeLessThan(16)
    // Back by the keyboard: past tools and tab to the last field of the head.
    await tab.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByLabel('备注')).toBeFocused()
  }
})

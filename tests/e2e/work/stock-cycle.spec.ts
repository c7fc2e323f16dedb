import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Locator, type Page } from '@playwright/test'
import { act, choose, confirm, openCaller, rows, test, url } from '../pages.ts'
import { getProduct } from '../server.ts'

const LINES = 12
const warehouse = { value: 'CK01', text: '图书采编库' }

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator) {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused({ timeout: 200 })
  }).toPass({ intervals: [0] })
}

/** Approves the record of a row, and answers the question. */
async function approve(row: Locator, question = '确定要审核') {
  await act(row, '审核')
  await confirm(row.page(), question)
}

test('goods are ordered, received in parts, counted and closed, and the ledger never disagrees', async ({
  open,
  expected,
}) => {
  expected.push(/status of 400/)
  const admin = await openCaller('admin')
  const goods = await Promise.all(
    Array.from({ length: LINES }, (_, at) =>
      admin.add('base/goods', {
        fcode: `ZZ${at + 10}`,
        fname: `周转货品${at + 10}号`,
        funit: '册',
        fcategory: 'B02A01',
        fprice: 2,
      }),
    ),
  )
  const [first] = goods
  const supplier = { fsupplier: '周转供应商', fsupplierid: 'cycle' }
  const { fbillno } = await admin.add('bill/purchase', supplier)

  // Twelve lines by keyboard alone.
  const page = await open('admin', `/bill/purchase?fbillno=${fbillno}`)
  const order = rows(page).filter({ hasText: String(fbillno) })
  await order.click()
  const add = page.locator('.pro-erp-parts').getByRole('button', { name: '新增', exact: true })
  const line = page.getByRole('dialog', { name: '新增订购明细' })
  await expect(add).toBeEnabled()
  await add.focus()
  for (const { fcode } of goods) {
    await page.keyboard.press('Enter')
    await expect(line.getByLabel('品名')).toBeFocused()
    await page.keyboard.type(String(fcode))
    await expect(page.getByRole('option').filter({ hasText: String(fcode) })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(line.getByLabel('含税单价')).toHaveValue('2')
    await tabTo(page, line.getByLabel('数量'))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('10')
    await page.keyboard.press('Control+s')
    await expect(line).toBeHidden()
    await expect(add).toBeFocused()
  }
  await expect(order.locator('[data-field="ftotalamount"]')).toHaveText('240.00')
  await approve(order)
  await expect(order.locator('[data-field="fstates"]')).toHaveText('已审核')

  // A part of the first line and all others come in.
  const form = page.getByRole('dialog', { name: /新增入库单/ })
  const quantity = form.locator('[data-row-id] [data-field="fnum"]').first()
  const receive = async (left: string, amount: string) => {
    await act(order, '下推入库单')
    await expect(form.getByLabel('供应单位').first()).toHaveValue(supplier.fsupplier)
    await expect(quantity).toHaveText(left)
    await choose(page, form.locator('[data-key="fwarehouse"] .ant-select'), warehouse.text)
    await quantity.click()
    await page.keyboard.press('F2')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(amount)
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: '保存', exact: true }).click()
  }
  await receive('10.00', '4')
  await expect(form).toBeHidden()
  await page.goto(url('/stock/in-bill?fsupplier=周转供应商'))
  const receipt = rows(page).first()
  await approve(receipt)
  await expect(receipt.locator('[data-field="fstates"]')).toHaveText('已审核')
  const receiptNo = (await receipt.locator('[data-field="fbillno"]').textContent()) ?? ''

  // The ledger has it, and names the bill.
  const balance = page.getByRole('row').filter({ hasText: String(first?.fname) })
  const expectBalance = async (amount: string) => {
    await page.goto(url('/stock/ledger?size=100'))
    await expect(balance).toContainText(amount)
  }
  await expectBalance('4.00')
  await balance.getByRole('button').click()
  await expect(page.getByRole('link', { name: receiptNo })).toBeVisible()

  // No more comes in than was ordered, and no more goes out than is there.
  await page.goto(url(`/bill/purchase?fbillno=${fbillno}`))
  await expect(order.locator('[data-field="toInBillRate"]')).toContainText('95%')
  await receive('6.00', '7')
  await expect(page.getByText('超过了还没有执行的数量，最多可以填 6').first()).toBeVisible()
  const goodsRow = { spid: first?.id, fspmc: first?.fname, funit: '册' }
  const refuse = async (path: string, key: string, text: RegExp) => {
    await page.goto(url(path))
    await approve(rows(page).filter({ hasText: key }))
    await expect(page.getByText(text).first()).toBeVisible()
  }
  const issue = await admin.add('stock/issue', {
    ...{ fwarehouse: warehouse.value, fuser: 'clerk', items: [{ ...goodsRow, fnum: 5 }] },
  })
  await refuse(`/stock/issue?fbillno=${issue.fbillno}`, String(issue.fbillno), /库存不足，无法出库.*现有 4/)

  // A count finds one less.
  const count = await admin.add('stock/count', {
    fwarehouse: warehouse.value,
    items: [{ ...goodsRow, fplace: warehouse.value, fbooknum: 4, frealnum: 3, freason: '破损' }],
  })
  await page.goto(url('/stock/count'))
  await approve(rows(page).filter({ hasText: String(count.fbillno) }), '审核后差异记入库存账')
  await expect(
    rows(page)
      .filter({ hasText: String(count.fbillno) })
      .locator('[data-field="fstates"]'),
  ).toHaveText('已审核')
  await expectBalance('3.00')

  // A closed month takes no bill, until it is opened again.
  await page.getByRole('tab', { name: '结账' }).click()
  const close = page.getByRole('button', { name: /^月结 / })
  const month = ((await close.textContent()) ?? '').replace('月结', '').trim()
  await close.click()
  await confirm(page, `结账 ${month}`)
  await expect(page.getByText(`已结账到 ${month}`)).toBeVisible()
  const late = await admin.add('stock/in-bill', {
    ...{ fdate: `${month}-15`, fwarehouse: warehouse.value, items: [{ ...goodsRow, fnum: 1, fprice: 2 }] },
  })
  await refuse(`/stock/in-bill?fbillno=${late.fbillno}`, String(late.fbillno), /「库存账」已结账到/)
  await page.goto(url('/stock/ledger?tab=months'))
  await page.getByRole('button', { name: '反月结' }).click()
  await confirm(page, `反结账 ${month}`)
  await expect(page.getByText('还没有结过账')).toBeVisible()

  // An order above the budget of its department is refused.
  const dear = await admin.add('bill/purchase', { ...supplier, fsubject: '图书购置' })
  await admin.call('POST', `/resource/bill/purchase/items/add?master=${dear.id}`, {
    ...{ fspname: first?.fname, spid: first?.id, fnum: 1, fprice: 90_000_000 },
  })
  await refuse(`/bill/purchase?fbillno=${dear.fbillno}`, String(dear.fbillno), /经费不足/)

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/command.mjs', 'scripts/documents/documents.ts', 'ledger', 'verify'],
    { env: { ...process.env, DATA_DIR: getProduct().data } },
  )
  expect(stdout).toContain('「库存账」stock/ledger：余额都是各笔的合计')
})

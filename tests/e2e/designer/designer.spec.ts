import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { openMenu, test, url } from '../pages.ts'

const titles = [
  ...['藏品编号', '题名', '材质', '件数', '单价', '入藏日期', '征集地', '捐赠人'],
  ...['联系电话', '是否展出', '库位', '备注'],
]
/** The keys that follow from the names, of some. */
const keys: Record<string, string> = { 题名: 'ftm', 材质: 'fcz' }
const collection = [
  titles,
  ...Array.from({ length: 30 }, (_, at) => [
    `CP-${String(at + 1).padStart(3, '0')}`,
    `方志刻板第 ${at + 1} 块`,
    ['梨木', '枣木', '银杏木'][at % 3],
    `${(at % 4) + 1}`,
    `${100 + at}.50`,
    `2026-0${(at % 9) + 1}-1${at % 9}`,
    `杭州第 ${at + 1} 批`,
    `捐赠人${at + 1}`,
    `1380571${String(1000 + at)}`,
    at % 2 === 0 ? '是' : '否',
    `A-${at + 1}`,
    at % 5 === 0 ? '' : `备注 ${at + 1}`,
  ]),
]

test('a pasted header with its rows becomes in six steps a screen that is used, changed and returned to its first revision', async ({
  open,
}) => {
  const page = await open('admin', '/online/cgform')
  const dialog = page.getByRole('dialog', { name: '新增界面' })
  const release = page.getByRole('dialog', { name: '检查并发布' })
  const fields = page.getByRole('navigation', { name: '字段' })
  const status = page.getByRole('status')
  const steps = [
    () => page.getByRole('button', { name: '新增' }).click(),
    () => dialog.getByLabel('名称').fill('刻板藏品'),
    () => dialog.getByLabel('表头').fill(collection.map((line) => line.join('\t')).join('\n')),
    () => dialog.getByRole('button', { name: '开始设计' }).click(),
    () => page.getByRole('button', { name: '检查并发布' }).click(),
    () => release.getByRole('button', { name: '发布', exact: true }).click(),
  ]
  expect(steps.length).toBeLessThanOrEqual(6)
  for (const step of steps.slice(0, 3)) await step()
  await expect(dialog.getByText('12 个字段，30 行数据')).toBeVisible()
  await steps[3]?.()
  await expect(fields.getByRole('listitem')).toHaveText([
    '界面设置',
    ...titles.map((title) => new RegExp(`${title}.*${keys[title] ?? 'f[a-z]+'}`)),
  ])
  await steps[4]?.()
  await expect(release.getByText(/建表 base_kbcp/)).toBeVisible()
  await expect(release.getByText('菜单「基础资料 › 刻板藏品」')).toBeVisible()
  await release.getByLabel('说明').fill('第一版')
  await steps[5]?.()
  await expect(page.getByText('已发布第 1 版')).toBeVisible()
  await expect(page.getByText('「刻板藏品」已发布：菜单「基础资料 › 刻板藏品」')).toBeVisible()
  await expect(page.getByText('共30行数据全部导入成功！')).toBeVisible()

  const list = await page.context().newPage()
  await list.goto(url('/base/kbcp'))
  await expect(list.getByText('共 30 条')).toBeVisible()
  for (const title of titles.slice(0, 6))
    await expect(list.getByRole('columnheader', { name: title })).toBeVisible()

  // A setting is typed: the preview and the list of changes follow.
  await fields.getByRole('button', { name: /材质/ }).first().click()
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  await settings.getByLabel('名称').fill('木料')
  await expect(page.locator('label').filter({ hasText: '木料' })).toBeVisible()
  await expect(page.getByText('1 处更改未发布')).toBeVisible()
  await expect(status.getByText('草稿已保存')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 处更改未发布')).toBeVisible()
  await page.getByRole('button', { name: '检查并发布' }).click()
  await expect(release.getByText('字段「木料」的名称：「材质」 → 「木料」')).toBeVisible()
  await release.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('已发布第 2 版')).toBeVisible()
  // The open list follows without a reload.
  await expect(list.getByRole('columnheader', { name: '木料' })).toBeVisible()

  await page.getByRole('button', { name: '版本', exact: true }).click()
  const revisions = page.getByRole('dialog', { name: '版本' })
  await revisions
    .getByRole('listitem')
    .filter({ hasText: '第 1 版' })
    .getByRole('button', { name: '看改动' })
    .click()
  await revisions.getByRole('button', { name: '取回到草稿' }).click()
  const taken = page.getByRole('dialog', { name: '取回第 1 版' })
  await expect(taken.getByText('发布时数据库里')).toBeVisible()
  await taken.getByRole('button', { name: '取回到草稿' }).click()
  await page.getByRole('button', { name: '检查并发布' }).click()
  await release.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('已发布第 3 版')).toBeVisible()
  await expect(list.getByRole('columnheader', { name: '材质' })).toBeVisible()
  await list.close()

  // The address with its place in the menu, and the permissions of a role at this screen.
  await openMenu(page, '基础资料', '刻板藏品')
  await page.goto(url('/online/cgform?design=base/kbcp'))
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '配置地址' }).click()
  const address = page.getByRole('dialog', { name: '配置地址' })
  await expect(address.getByText('/base/kbcp')).toBeVisible()
  await expect(address.getByText('基础资料 › 刻板藏品')).toBeVisible()
  await address.locator('.ant-modal-close').click()
  await expect(address).toBeHidden()
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '权限控制' }).click()
  await page.getByRole('button', { name: '给采编员授权' }).click()
  await expect(page.getByLabel('按名称查找权限')).toHaveValue('刻板藏品')
  await expect(page.getByRole('treeitem', { name: '刻板藏品' })).toBeVisible()
})

/** The supplier screen with other words of its fields, and with fields behind them. */
const supplier = JSON.parse(
  readFileSync(new URL('../../../schemas/base/supplier.json', import.meta.url), 'utf8'),
) as { fields: { key: string }[] }
const mistaken = (words: Record<string, object>, ...more: object[]) =>
  JSON.stringify({
    ...supplier,
    fields: [...supplier.fields.map((field) => ({ ...field, ...words[field.key] })), ...more],
  })
/** A mistake of each class: the document, the name of its field, and the problem with its remedy. */
const mistakes: [source: string, field: string, problem: RegExp][] = [
  [mistaken({ ftaxno: { compute: 'fnope' } }), 'ftaxno', /fnope 不是已声明的字段，可写 fcode、/],
  [
    mistaken({ ftaxno: { compute: 'fbank' }, fbank: { compute: 'ftaxno' } }),
    'ftaxno',
    /公式循环引用：ftaxno → fbank → ftaxno，请改其中一个公式/,
  ],
  [
    mistaken({}, { key: 'fscore', title: '评分', type: 'inputNumber', compute: "'a'" }),
    'fscore',
    /评分不是数字：a，请改成这个字段能存的值/,
  ],
  [mistaken({}, { key: 'fbank', title: '又一个', type: 'input' }), 'fbank', /重复，请换一个名字/],
  [mistaken({ fbank: { type: 'select', dictCode: 'no_such' } }), 'fbank', /没有字典「no_such」/],
  [mistaken({ ftaxno: { validateRules: [{ pattern: '[' }] } }), 'ftaxno', /没有配对.*请改正/],
  [mistaken({ ftaxno: { width: 99999 } }), 'ftaxno', /字段「税号」的列宽（width）：不能大于 1200/],
  [
    mistaken({
      fbank: { type: 'popup', popupCode: 'no_such', orgFields: ['fname'], destFields: ['fbank'] },
    }),
    'fbank',
    /没有选择器「no_such」，可写 .*rp_supplier/,
  ],
  [
    mistaken({
      fbank: { type: 'popup', popupCode: 'rp_supplier', orgFields: 'fname', destFields: ['fbank'] },
    }),
    'fbank',
    /应为列表 \[ \]，请写 \["fname"\]/,
  ],
]

test('each class of mistake is shown at its field with its remedy, and undone; a lost connection loses nothing', async ({
  open,
  expected,
}) => {
  const page = await open('admin', '/online/cgform?design=base/supplier')
  const problems = page.getByRole('region', { name: '问题' })
  await expect(problems.getByText('没有错误')).toBeVisible()
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  await page.getByText('源文件', { exact: true }).click()
  const source = page.getByRole('textbox', { name: '源文件' })
  await expect(page.getByLabel('源文件的语言')).toHaveCount(0)
  // The settings of a field ask for its dictionary, which does not exist.
  expected.push(/status of 400/)
  for (const [text, field, problem] of mistakes) {
    await source.fill(text)
    const line = problems.getByRole('listitem').filter({ hasText: problem })
    await expect(line).toBeVisible()
    await page.getByRole('navigation', { name: '字段' }).getByRole('button', { name: '界面设置' }).click()
    await line.getByRole('button').last().click()
    await expect(settings.getByText(field, { exact: true }).first()).toBeVisible()
  }
  // The last one has a fix.
  await problems.getByRole('button', { name: /^改正：字段「开户行」的取哪些列/ }).click()
  await expect(problems.getByText(/应为列表/)).toHaveCount(0)

  // In the source a misspelt key is underlined, fixed by keyboard, and back after undo.
  await source.fill(JSON.stringify(supplier).replace('"title":"税号"', '"titel":"税号"'))
  const fault = page.locator('.cm-lintRange-error').first()
  await expect(fault).toHaveText('"titel"')
  await source.press('F8')
  await expect(page.getByRole('button', { name: '改正（Ctrl+.）' })).toBeVisible()
  await source.press('Control+.')
  await expect(problems.getByText('没有错误')).toBeVisible()
  await expect(fault).toHaveCount(0)
  await source.press('Control+z')
  await expect(fault).toHaveText('"titel"')
  // A word of the language is offered with its title, and inserted with what it lacks.
  await source.fill(JSON.stringify(supplier).replace('{', '{ '))
  await source.press('Control+Home')
  await source.press('ArrowRight')
  await page.keyboard.type('"descr')
  // The editor ignores a choice in the first moment after its list appears.
  await expect(async () => {
    await page.getByRole('option', { name: /^description\s*描述$/ }).click({ timeout: 2000 })
    await expect(source).toContainText('"description": ""', { timeout: 1000 })
  }).toPass()
  await page.keyboard.type('供货的单位')
  await expect(source).toContainText('{"description": "供货的单位", "$schema"')
  await expect(page.getByText('1 处更改未发布')).toBeVisible()
  await source.press('Control+z')
  await expect(source).not.toContainText('供货的单位')
  await source.fill(JSON.stringify(supplier))
  await expect(problems.getByText('没有错误')).toBeVisible()
  await page.getByRole('navigation', { name: '字段' }).getByRole('button', { name: /^税号/ }).first().click()
  await page.getByLabel('公式').fill('fcode +')
  await expect(problems.getByText('1 处错误')).toBeVisible()
  await expect(problems.getByRole('button', { name: '税号' })).toBeVisible()
  await page.getByRole('button', { name: '检查并发布' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '发布', exact: true })).toBeDisabled()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(problems.getByText('没有错误')).toBeVisible()
  await expect(page.getByRole('button', { name: '检查并发布' })).toBeDisabled()

  // What is typed without a connection is stored when it is back.
  const status = page.getByRole('status')
  expected.push(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  await page.context().setOffline(true)
  await settings.getByLabel('名称', { exact: true }).fill('税务登记号')
  await expect(status.getByText('草稿没有存上，正在重试')).toBeVisible()
  await page.context().setOffline(false)
  await expect(status.getByText('草稿已保存')).toBeVisible()

  // What is typed without a connection is in the draft again after the page has ended.
  await page.context().setOffline(true)
  await settings.getByLabel('名称', { exact: true }).fill('信用代码')
  await expect(status.getByText('草稿没有存上，正在重试')).toBeVisible()
  const again = await page.context().newPage()
  await page.close()
  await again.context().setOffline(false)
  await again.goto(url('/online/cgform?design=base/supplier'))
  await expect(again.getByText('已恢复未保存的修改')).toBeVisible()
  await expect(again.getByRole('navigation', { name: '字段' }).getByText('信用代码')).toBeVisible()
  await expect(again.getByRole('status').getByText('草稿已保存')).toBeVisible()
  await again.reload()
  await expect(again.getByText('1 处更改未发布')).toBeVisible()
  await expect(again.getByText('已恢复未保存的修改')).toHaveCount(0)
  await again.getByRole('button', { name: '放弃草稿' }).click()
  await again.getByRole('dialog').getByRole('button', { name: '放弃草稿' }).click()
  await expect(again.getByText(/处更改未发布/)).toBeHidden()
})

test('parts of a screen are edited in panels, tried on a record, previewed on a phone and beside the released screen', async ({
  open,
}) => {
  const page = await open('admin', '/online/cgform?design=stock/in-bill')
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  // A press in the preview selects a field, and what the preview shows of the selected one is in sight.
  await page.getByRole('region', { name: '草稿' }).getByText('联系电话', { exact: true }).click()
  await expect(settings.getByLabel('字段名', { exact: true })).toHaveValue('ftel')
  const fieldList = page.getByRole('navigation', { name: '字段' })
  await fieldList.getByRole('button', { name: /^图片/ }).first().click()
  await expect(page.locator('[data-key="items"] [data-field="fimg"]').first()).toBeInViewport()
  await fieldList.getByRole('button', { name: '界面设置' }).click()
  await settings.getByRole('button', { name: /^按钮/ }).click()
  await settings.getByRole('button', { name: /^工具栏按钮/ }).click()
  await settings.getByRole('button', { name: '添加并设置' }).click()
  await settings.getByLabel('编码', { exact: true }).fill('close')
  await settings.getByLabel('名称', { exact: true }).fill('结清')
  await expect(settings.getByRole('listitem').filter({ hasText: '结清' })).toBeVisible()
  // Selected again, the settings of the screen show all its parts.
  await fieldList.getByRole('button', { name: '界面设置' }).click()
  await expect(settings.getByRole('button', { name: /^菜单项/ })).toBeVisible()
  await expect(page.getByText(/处更改未发布/)).toBeVisible()

  await page
    .getByRole('navigation', { name: '字段' })
    .getByRole('button', { name: /^合计金额/ })
    .first()
    .click()
  await expect(settings.getByRole('region', { name: '试算' }).getByText(/=.*（数字）/)).toBeVisible()

  await page.getByText('手机', { exact: true }).click()
  await expect(page.frameLocator('iframe[title="手机上的样子"]').getByText(/^共 \d+ 条$/)).toBeVisible()
  await page.getByText('列表', { exact: true }).click()
  await page.getByLabel('与现在用的对比').check()
  await page
    .getByRole('navigation', { name: '字段' })
    .getByRole('button', { name: /^单据编号/ })
    .first()
    .click()
  await settings.getByLabel('名称', { exact: true }).fill('单号')
  const findColumn = (side: string) =>
    page.getByRole('region', { name: side }).getByRole('columnheader', { name: '单号' })
  await expect(findColumn('草稿')).toBeVisible()
  await expect(findColumn('现在用的')).toHaveCount(0)
  await page.getByRole('button', { name: '放弃草稿' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '放弃草稿' }).click()
  await expect(page.getByText(/处更改未发布/)).toBeHidden()

  // Who would get the messages of another screen, and which.
  await page.goto(url('/online/cgform?design=bill/purchase'))
  await fieldList.getByRole('button', { name: '界面设置' }).click()
  await settings.getByRole('button', { name: /^之后/ }).click()
  await settings.getByRole('button', { name: '试发消息' }).click()
  const trial = page.getByRole('dialog', { name: '试发消息' })
  await trial.getByText('反审核', { exact: true }).click()
  const entry = trial.getByRole('region', { name: '第 2 条' })
  await expect(entry.getByText('条件成立')).toBeVisible()
  await expect(entry.getByRole('row').nth(1)).toContainText(/站内消息采购订单 .+ 被反审核/)
})

test('a screen is copied with a table of its own, and removed with it when the name of the table is typed', async ({
  open,
}) => {
  const page = await open('admin', '/online/cgform?design=base/supplier')
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '复制表' }).click()
  await page.getByRole('dialog', { name: '复制表' }).getByRole('button', { name: '开始设计' }).click()
  await expect(page.getByText('还没有发布')).toBeVisible()
  await page.getByRole('button', { name: '检查并发布' }).click()
  await page
    .getByRole('dialog', { name: '检查并发布' })
    .getByRole('button', { name: '发布', exact: true })
    .click()
  await expect(page.getByText('已发布第 1 版')).toBeVisible()

  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '同步数据库' }).click()
  const sync = page.getByRole('dialog', { name: '同步数据库' })
  await expect(sync.getByText('已同步')).toBeVisible()
  await sync.locator('.ant-modal-close').click()
  await expect(sync).toBeHidden()

  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const removal = page.getByRole('dialog', { name: '删除界面' })
  await removal.getByRole('checkbox').check()
  await expect(removal.getByRole('button', { name: '删除界面和表' })).toBeDisabled()
  await removal.getByLabel(/填写表名/).fill('base_supplier_copy')
  await removal.getByRole('button', { name: '删除界面和表' }).click()
  await expect(page.getByText('删除成功!')).toBeVisible()
  await expect(page.getByRole('button', { name: '从数据库导入表单' })).toBeVisible()
})

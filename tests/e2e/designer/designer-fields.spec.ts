import { expect, type Locator } from '@playwright/test'
import { shared } from '../api.ts'
import { drag, dropAt, test, url } from '../pages.ts'

test('a screen is released with a dictionary and a picker that were made in the settings of its fields', async ({
  open,
}) => {
  const page = await open('admin', '/online/cgform')
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增界面' })
  await dialog.getByLabel('名称').fill('橱柜')
  await dialog.getByLabel('编号').fill('base/cupboard')
  await dialog.getByRole('button', { name: '开始设计' }).click()
  const fields = page.getByRole('navigation', { name: '字段' })
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  const add = async (type: string) => {
    await fields.getByRole('button', { name: '添加' }).click()
    await page.getByRole('menuitem', { name: type, exact: true }).click()
  }

  await add('下拉选择')
  // The name is typed at once, and the key follows it.
  await expect(settings.getByLabel('名称', { exact: true })).toBeFocused()
  await page.keyboard.type('柜型')
  await expect(settings.getByLabel('字段名', { exact: true })).toHaveValue('fgx')
  await expect(fields.getByRole('button', { name: /^柜型/ }).first()).toBeVisible()
  await settings.getByRole('button', { name: '新建' }).click()
  const dictionary = page.getByRole('dialog', { name: '新建字典' })
  await dictionary.getByLabel('编码').fill('cupboard_kind')
  await dictionary.getByLabel('字典项').fill('木柜\n玻璃柜\t蓝\n03\t铁柜')
  await expect(dictionary.getByText('3 项：木柜、玻璃柜、铁柜')).toBeVisible()
  await dictionary.getByRole('button', { name: '建好并选用' }).click()
  await expect(settings.getByText('木柜、玻璃柜、铁柜')).toBeVisible()

  await add('弹出选择')
  await settings.getByLabel('或由界面新做一个').fill('供应商')
  await page.getByTitle(/^供应商 base\/supplier$/).click()
  const picker = page.getByRole('dialog', { name: '由「供应商」做选择窗口' })
  await picker.getByLabel('编码').fill('cupboard_maker')
  await picker.getByRole('button', { name: '建好' }).click()
  await expect(picker).toBeHidden()

  // A key that begins with that of another field, and a setting whose value has no keyword.
  await add('单行文本')
  const name = settings.getByLabel('字段名', { exact: true })
  await name.press('ControlOrMeta+a')
  await name.pressSequentially('fname')
  await expect(settings.getByText('已有字段 fname，请换一个')).toBeVisible()
  await name.pressSequentially('id')
  await name.press('Enter')
  await expect(fields.locator('code')).toContainText(['fname', 'fnameid'])
  await settings.getByText('全部', { exact: true }).click()
  await settings.getByRole('button', { name: '列表里显示的详细设置' }).click()
  await settings.getByText('是否', { exact: true }).click()
  await settings.getByRole('checkbox').uncheck()
  await settings.getByRole('checkbox').check()

  await expect(page.getByText('没有错误')).toBeVisible()
  await page.getByRole('button', { name: '检查并发布' }).click()
  const release = page.getByRole('dialog', { name: '检查并发布' })
  await expect(release.getByText('「柜型」 dict/cupboard-kind')).toBeVisible()
  await expect(release.getByText('「选择供应商」 picker/cupboard-maker')).toBeVisible()
  await release.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('已发布第 1 版')).toBeVisible()
  const items = await shared().get('admin', '/sys/dict/getDictItems/cupboard_kind')
  expect(items.body.result).toMatchObject([
    { text: '木柜' },
    { text: '玻璃柜' },
    { value: '03', text: '铁柜' },
  ])

  // A released dictionary shows the fields that use it.
  await page.goto(url('/online/cgform?design=base/cupboard'))
  await fields.getByRole('button', { name: /^柜型/ }).first().click()
  await expect(settings.getByText('用在：橱柜的柜型')).toBeVisible()
})

test('a formula is completed, its fault is underlined, and the fields that depend on it are listed', async ({
  open,
}) => {
  const page = await open('admin', '/online/cgform?design=stock/in-bill')
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  await page.getByRole('navigation', { name: '字段' }).getByRole('button', { name: /^金额/ }).first().click()
  const formulas = settings.getByRole('region', { name: '表达式' })
  await expect(formulas.getByRole('button', { name: '入库明细 › 数量' })).toBeVisible()
  await expect(formulas.getByRole('listitem').filter({ hasText: '合计金额' })).toContainText(
    'sum(items.famount)',
  )

  const formula = settings.getByLabel('公式')
  await formula.fill('fnum * fprice * fgone')
  await expect(formulas.locator('.pro-names-fault')).toHaveText('fgone')
  await formula.fill('fnum * ')
  await formula.press('End')
  await formula.pressSequentially('dj')
  await expect(page.getByRole('option', { name: /fprice/ })).toBeVisible()
  await page.getByRole('option', { name: /fprice/ }).click()
  await expect(formula).toHaveText('fnum * fprice')
  await expect(settings.getByRole('region', { name: '试算' }).getByText(/=.*（数字）/)).toBeVisible()
  await formulas.getByRole('button', { name: '合计金额' }).click()
  await expect(settings.getByText('ftotalamount')).toBeVisible()
})

test('a form is laid out by dragging and keys, gets a new field where it is dropped, and is released', async ({
  open,
}) => {
  const id = 'base/laid-out'
  const document = {
    version: 2,
    kind: 'screen',
    id,
    title: '排版',
    perm: 'base:laid-out',
    table: { name: 'base_laid_out' },
    fields: [
      { key: 'fname', title: '名称', type: 'input' },
      { key: 'fno', title: '编号', type: 'input' },
      { key: 'fprice', title: '单价', type: 'inputNumber' },
    ],
    form: {
      columnCount: 2,
      groups: [
        { title: '基本', fields: ['fname', 'fno'] },
        { title: '金额', fields: ['fprice'] },
      ],
    },
  }
  await shared().put('admin', `/design/documents/${id}/draft`, { base: null, body: document })
  const page = await open('admin', `/online/cgform?design=${id}`)
  await page.getByText('布局', { exact: true }).click()
  const layout = page.getByRole('region', { name: '表单布局' })
  const field = (name: string | RegExp) => layout.getByRole('button', { name })
  const box = async (place: Locator) => {
    const found = await place.boundingBox()
    if (!found) throw new Error('the parts are not drawn')
    return found
  }
  const [start, goal] = [await box(field(/^编号，/)), await box(field(/^单价，/))]
  await drag(
    page,
    { x: start.x + 20, y: start.y + start.height / 2 },
    { x: goal.x + goal.width * 0.1, y: goal.y + goal.height / 2 },
    layout.locator('[data-mark]'),
  )
  await expect(field('编号，金额第 1 个，占 1 列')).toBeVisible()
  await expect(layout.getByRole('status')).toHaveText('「编号」在金额第 1 个')

  // The palette opens over another view; the drag shows the layout.
  await page.getByTitle('列表', { exact: true }).click()
  await page.getByRole('button', { name: '添加' }).click()
  const type = page.getByRole('menuitem', { name: '日期', exact: true })
  const entry = await box(type)
  await page.mouse.move(entry.x + 60, entry.y + entry.height / 2)
  await page.mouse.down()
  await page.mouse.move(entry.x + 80, entry.y + entry.height / 2 + 10, { steps: 4 })
  await expect(field(/^编号，/)).toBeVisible()
  const place = await box(field(/^编号，/))
  await dropAt(
    page,
    { x: place.x + place.width * 0.9, y: place.y + 30 },
    layout.locator('[data-mark="after"]'),
  )
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  await expect(settings.getByLabel('名称', { exact: true })).toBeFocused()
  await page.keyboard.type('入藏日')
  await expect(field('入藏日，金额第 2 个，占 1 列')).toBeVisible()

  // By keys: wider, and into the group before; the focus stays with the field.
  await field(/^编号，/).press('Shift+ArrowRight')
  await expect(field('编号，金额第 1 个，占 2 列')).toBeFocused()
  await field(/^编号，/).press('Alt+ArrowUp')
  await expect(field('编号，基本第 2 个，占 2 列')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field('编号，金额第 1 个，占 2 列')).toBeVisible()
  await page.getByRole('button', { name: '名称的排版' }).click()
  await page.getByRole('menuitem', { name: '移出表单' }).click()
  await expect(field('名称，不在表单里，占 1 列')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field('名称，基本第 1 个，占 1 列')).toBeVisible()

  await expect(page.getByText('没有错误')).toBeVisible()
  await page.getByRole('button', { name: '检查并发布' }).click()
  const release = page.getByRole('dialog', { name: '检查并发布' })
  await release.getByRole('button', { name: '发布', exact: true }).click()
  await expect(page.getByText('已发布第 1 版')).toBeVisible()
  const { body } = await shared().get('admin', `/design/documents/${id}`)
  expect(body.result.current).toMatchObject({
    fields: [{ key: 'fname' }, { key: 'fno', span: 2 }, { key: 'frcr', title: '入藏日' }, { key: 'fprice' }],
    form: {
      groups: [
        { title: '基本', fields: ['fname'] },
        { title: '金额', fields: ['fno', 'frcr', 'fprice'] },
      ],
    },
  })
})

const sheet = [
  ['单据编号', '领料日期', '领料人', '备注'],
  ['LL-001', '2026-01-05', '王小明', '修书用'],
  ['LL-002', '2026-01-06', '李大同', ''],
]

test('a bill with head, detail, picker, formula, approval, print and proposed grants takes at most 35 actions', async ({
  open,
}) => {
  const page = await open('admin', '/online/cgform')
  const fields = page.getByRole('navigation', { name: '字段' })
  const settings = page.getByRole('complementary', { name: /的设置$/ })
  const dialog = page.getByRole('dialog', { name: '新增界面' })
  const mapping = page.getByRole('dialog', { name: '选了「名称」以后带出' })
  const approval = page.getByRole('dialog', { name: '审批' })
  const release = page.getByRole('dialog', { name: '检查并发布' })
  let actions = 0
  /** A click, a typed text or a key each count once; a text with the press that goes into its control. */
  const act = async (action: Promise<void>, count = 1) => {
    await action
    actions += count
  }
  /** A text that narrows the choices, and Enter, which takes the first one. */
  const choose = async (label: string, text: string, inside = settings) => {
    const box = inside.getByRole('combobox', { name: label })
    await box.fill(text)
    await expect(page.locator('.ant-select-dropdown:visible').getByText(text).first()).toBeVisible()
    await box.press('Enter')
  }
  const add = async (type: string) => {
    await act(fields.getByRole('button', { name: '添加' }).click())
    await act(page.getByRole('menuitem', { name: type, exact: true }).click())
    await expect(settings.getByLabel('名称', { exact: true })).toBeFocused()
  }

  await act(page.getByRole('button', { name: '新增' }).click())
  await act(dialog.getByLabel('名称').fill('领料单'))
  await act(dialog.getByLabel('表头').fill(sheet.map((line) => line.join('\t')).join('\n')))
  await act(dialog.getByLabel('这是一张有审批的单据').check())
  await act(dialog.getByRole('button', { name: '开始设计' }).click())

  await add('明细表')
  await act(page.keyboard.type('领料明细'))
  await act(fields.getByRole('button', { name: /^名称/ }).first().click())
  await act(choose('类型', '弹出选择'), 2)
  await act(choose('选择窗口', '选择品名'), 2)
  // The name comes along as soon as the picker is read.
  const taken = settings.getByRole('region', { name: '选中后带出' })
  await expect(taken).toContainText('名称')
  await expect(taken).toContainText('→')
  await act(taken.getByRole('button').click())
  await act(choose('第 2 行取自', '单价', mapping), 2)
  await act(choose('第 2 行写到', '，显示', mapping), 2)
  await act(mapping.getByRole('button', { name: '确定' }).click())
  await add('数字')
  await act(page.keyboard.type('数量'))
  await add('数字')
  await act(page.keyboard.type('金额'))
  await act(settings.getByLabel('公式').fill('fsl * fprice'))

  await act(page.getByRole('button', { name: '更多', exact: true }).click())
  await act(page.getByRole('menuitem', { name: '审批', exact: true }).click())
  await act(approval.getByRole('button', { name: /^动作 审核/ }).click())
  await act(approval.getByRole('combobox', { name: '谁来做' }).click())
  await act(page.locator('.ant-select-dropdown:visible').getByTitle('采编员').click())
  await act(approval.getByLabel('行内有「打印」').check())
  await act(approval.getByRole('button', { name: '确定' }).click())
  await expect(page.getByText('没有错误')).toBeVisible()
  await act(page.getByRole('button', { name: '检查并发布' }).click())
  await act(release.getByRole('button', { name: '发布', exact: true }).click())
  await expect(page.getByText(/「领料单」已发布.*给采编员的拟授权/)).toBeVisible()
  console.log(`a bill with an approval: ${actions} actions`)
  expect(actions).toBeLessThanOrEqual(35)

  // The released bill computes, is submitted and audited, and writes who audited it.
  const http = shared()
  const id = new URL(page.url()).searchParams.get('design') ?? ''
  const { body: listed } = await http.get('admin', `/resource/${id}/list`)
  const [row] = (listed.result as { records: { id: string }[] }).records
  const move = async (code: string) =>
    (await http.post('admin', `/resource/${id}/move/${code}`, { ids: row?.id })).body.success
  expect(await move('submit')).toBe(true)
  expect(await move('audit')).toBe(true)
  const { body: audited } = await http.get('admin', `/resource/${id}/queryById?id=${row?.id}`)
  expect(audited.result).toMatchObject({ fstates: '已审核', fauditor: expect.any(String) })
})

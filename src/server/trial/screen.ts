import { fieldValues } from '#runtime/fields/values.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { details, listFields, queryItems } from '#runtime/schema/derive.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { Field, Move, StoredScreen } from '#runtime/schema/types.ts'
import { isDetail } from '#runtime/schema/types.ts'
import { judgeError } from './client.ts'
import type { Findings } from './findings.ts'
import { buildAddress, fillRow, saveFull, type TrialServices, type Values } from './record.ts'

/** Uses a screen: its list, its form, its flow, its sums, its workbook and its prints. */
export async function tryScreen(
  services: TrialServices,
  screen: StoredScreen,
  findings: Findings,
): Promise<void> {
  const { must, may } = findings
  const hasButton = (word: string) =>
    screen.actions === undefined || screen.actions.toolbar?.some((action) => action === word) === true
  // A list with an address of its own may need a condition.
  const open = screen.url?.list === undefined ? must : may
  await open('', '打开列表', { path: buildAddress(screen, 'list'), query: { pageSize: '10' } })
  if (screen.table.derived || !hasButton('add')) return
  await may('', '保存一条空白的记录', { method: 'POST', path: buildAddress(screen, 'add'), body: {} })
  const { record: saved, sent, answer } = await saveFull(services, screen)
  const [, ...place] = (answer.problems[0]?.path ?? '').split('/')
  findings.noteFault(findPlace(screen, place[0] ?? '', place[2]), '保存一条填满的记录', answer)
  const id = saved?.id
  if (typeof id !== 'string') return answer.isFault ? undefined : findings.leaveUntried(answer.reason)
  const { result } = await must('', '打开记录', { path: buildAddress(screen, 'queryById'), query: { id } })
  const record = (result ?? saved) as Values
  await search(screen, record, findings)
  await addRows(services, screen, id, findings)
  await edit(screen, sent, record, findings)
  await passDays(services, screen, id, findings)
  await move(screen, record, findings)
  await passDays(services, screen, id, findings)
  // A list with an address of its own brings its own sums, workbooks and prints.
  if (screen.url?.list !== undefined) return
  await readSums(screen, findings)
  if (screen.tree && !screen.tree.url) {
    await must('/tree', '打开树', { path: buildAddress(screen, 'rootList') })
    await must('/tree', '打开一支', { path: buildAddress(screen, 'childList'), query: { pid: id } })
  }
  if (hasButton('export')) await exchange(screen, hasButton('import'), findings)
  await print(services, screen, id, findings)
  await may('', '删除记录', { method: 'DELETE', path: buildAddress(screen, 'delete'), query: { id } })
}

/** The place of a field, or of a column of a detail table. */
function findPlace({ fields }: StoredScreen, key: string, column?: string): string {
  const at = fields.findIndex((field) => field.key === key)
  const field = fields[at]
  if (!field) return ''
  const columnAt = isDetail(field) ? field.fields.findIndex((entry) => entry.key === column) : -1
  return columnAt < 0 ? pointer('fields', at) : pointer('fields', at, 'fields', columnAt)
}

/** Queries the list by the values of a record, item by item, and orders it by each column that has an order. */
async function search(screen: StoredScreen, record: Values, { must }: Findings): Promise<void> {
  const path = buildAddress(screen, 'list')
  for (const { key, rule } of queryItems(screen, fieldValues)) {
    const value = record[key]
    if (value === null || value === undefined || typeof value === 'object') continue
    const text = String(value)
    const query: Record<string, string> =
      rule === 'range' ? { [`${key}_begin`]: text, [`${key}_end`]: text } : { [key]: text }
    await must(findPlace(screen, key), '按它查询', { path, query })
  }
  for (const { key, sortable } of listFields(screen, fieldValues))
    if (sortable)
      await must(findPlace(screen, key), '按它排序', { path, query: { column: key, order: 'asc' } })
}

/** Adds a row to each detail table whose rows are saved by themselves. */
async function addRows(
  services: TrialServices,
  screen: StoredScreen,
  master: string,
  { may }: Findings,
): Promise<void> {
  for (const detail of details(screen).filter((field) => field.own)) {
    const path = `/resource/${screen.id}/${detail.key}/add`
    const body = await fillRow(services, detail)
    await may(findPlace(screen, detail.key), '保存一行', { method: 'POST', path, query: { master }, body })
  }
}

/** Saves the record again, with the first row of each detail table and without the others. */
async function edit(screen: StoredScreen, sent: Values, record: Values, { may }: Findings): Promise<void> {
  const isSent = ({ key }: Field) => key in sent
  const values = screen.fields.filter(isSent).map((field) => {
    if (!isDetail(field)) return [field.key, sent[field.key]]
    const [first, ...others] = (record[field.key] ?? []) as Values[]
    const [row] = sent[field.key] as Values[]
    const changed = first ? [{ ...row, id: first.id }] : []
    return [field.key, { added: [], changed, removed: others.map(({ id }) => id) }]
  })
  const { id, rev } = record
  const body = { ...Object.fromEntries(values), id, rev }
  await may('', '修改记录', { method: 'PUT', path: buildAddress(screen, 'edit'), body })
}

/** Runs every move that can be reached from the state of the record. A refusal is for the effect to make. */
async function move(screen: StoredScreen, record: Values, findings: Findings): Promise<void> {
  const { flow } = screen
  const { may } = findings
  await follow(screen, record, findings)
  if (!flow) return
  let state = String(record[flow.field] ?? flow.initial)
  const waiting = new Set(flow.moves)
  const passed = new Set<Move>()
  // A move that was made before may lead back to a state from which another one waits.
  for (let count = 0; count < 4 * flow.moves.length; count++) {
    const isFrom = (step: Move) => step.from.includes(state)
    const step = [...waiting].find(isFrom) ?? (waiting.size > 0 ? [...passed].find(isFrom) : undefined)
    if (!step) return
    waiting.delete(step)
    const { isOk } = await may(pointer('flow', 'moves', flow.moves.indexOf(step)), `执行「${step.title}」`, {
      method: 'POST',
      path: `/resource/${screen.id}/move/${step.code}`,
      body: { ids: [record.id], ...(step.ask && { answer: '同意' }) },
    })
    if (!isOk) continue
    passed.add(step)
    state = step.to
    await follow(screen, record, findings)
  }
}

/** Fills in what may follow from the record in its present state, and closes and opens its rows. A refusal is for its state to make. */
async function follow(screen: StoredScreen, { id }: Values, { may }: Findings): Promise<void> {
  for (const [at, { code, title }] of (screen.followUps ?? []).entries()) {
    const [place, address] = [pointer('followUps', at), `/resource/${screen.id}`]
    await may(place, title, { path: `${address}/follow-up/${code}`, query: { ids: String(id) } })
    for (const [word, text] of [
      ['close', '关闭'],
      ['reopen', '反关闭'],
    ])
      await may(place, String(text), {
        method: 'POST',
        path: `${address}/${word}/${code}`,
        body: { ids: String(id) },
      })
  }
}

/** Carries out what happens near a day, in the present state of the record. A refusal is for the other screen to make. */
async function passDays(
  { tryDated }: TrialServices,
  screen: StoredScreen,
  id: string,
  { noteFault }: Findings,
): Promise<void> {
  for (const { at, error } of await tryDated(screen.id, id))
    noteFault(pointer('then', at), '到了日期要做的事', judgeError(error))
}

/** The sums below the list, and those of a board. */
async function readSums(screen: StoredScreen, { must }: Findings): Promise<void> {
  const path = buildAddress(screen, 'summary')
  const summed = listFields(screen, fieldValues).filter(({ statistics }) => statistics?.length)
  const [first] = summed
  if (first) {
    const field = summed.map(({ key }) => key).join(',')
    await must(findPlace(screen, first.key), '合计', { path, query: { field } })
  }
  const board = screen.list?.board
  if (board) {
    const query = { groupBy: board.field, ...(board.sum !== undefined && { field: board.sum }) }
    await must('/list/board', '按栏合计', { path, query })
  }
}

/** Exports the list, and imports the workbook again where the screen imports. */
async function exchange(screen: StoredScreen, hasImport: boolean, { must, may }: Findings): Promise<void> {
  const { isOk, bytes: file } = await must('', '导出', { path: buildAddress(screen, 'exportXls') })
  if (!hasImport) return
  const path = buildAddress(screen, 'importExcel')
  await must('', '下载导入模板', { path: path.replace(/importExcel$/, 'importTemplate') })
  if (!isOk || file.length === 0) return
  await may('', '导入刚导出的文件', { method: 'POST', path, file })
}

/** Prints the record by each template of the screen, else by the one that follows from it. */
async function print(
  { documents }: TrialServices,
  screen: StoredScreen,
  ids: string,
  { must }: Findings,
): Promise<void> {
  if (screen.url?.queryById !== undefined) return
  const path = buildAddress(screen, 'printPdf')
  const templates = documents
    .entries()
    .flatMap(({ document }) => asDocumentWith(document, 'printsRecords') ?? [])
    .filter((template) => template.screen === screen.id)
  for (const { id: template, title } of templates)
    await must('', `打印「${title}」`, { path, query: { ids, template } })
  if (templates.length === 0) await must('', '打印', { path, query: { ids } })
}

import { findMask } from '#runtime/kernel/text/mask.ts'
import { details, getPerm, getTitle, permOfDetail, type ScreenView } from './derive.ts'
import type { Actions } from './language/actions.ts'
import { type Field, isDetail, type ReportDocument, type ScreenDocument } from './types.ts'

/** A permission code that a document defines, with the title that the role editor shows. */
export interface ActionCode {
  code: string
  title: string
  /** "2": the code enables a control that is visible without it. */
  type?: '2'
}

/** The buttons that every screen has; an action list names them by their code. */
export const builtInActions = {
  add: '新增',
  edit: '编辑',
  detail: '详情',
  copy: '复制',
  delete: '删除',
  deleteBatch: '批量删除',
  editBatch: '批量修改',
  import: '导入',
  export: '导出',
  superQuery: '高级查询',
  print: '打印',
  history: '历史',
  addChild: '添加下级',
} as const

/** The built-in buttons that change records; a derived table has none of them. */
export const writingActions: ReadonlySet<string> = new Set<BuiltInAction>([
  'add',
  'edit',
  'copy',
  'delete',
  'deleteBatch',
  'editBatch',
  'import',
  'addChild',
])

const defaultActions: Actions = { toolbar: ['add', 'deleteBatch'], row: ['edit', 'detail', 'delete'] }
const derivedActions: Actions = { toolbar: [], row: ['detail'] }

/** The buttons of a list: the declared ones, else those of its table. */
export const getActions = ({
  table,
  actions,
}: Pick<ScreenDocument, 'table' | 'actions'>): Required<Actions> =>
  ({ ...(table?.derived ? derivedActions : defaultActions), ...actions }) as Required<Actions>

export type BuiltInAction = keyof typeof builtInActions

export const isBuiltInAction = (word: string): word is BuiltInAction => Object.hasOwn(builtInActions, word)

/** The last part of the permission code that a built-in button requires, after `{perm}:`. */
export const rightOfAction: Record<BuiltInAction, string> = {
  add: 'add',
  edit: 'edit',
  detail: 'detail',
  copy: 'add',
  delete: 'delete',
  deleteBatch: 'delete',
  editBatch: 'edit',
  import: 'import',
  export: 'export',
  superQuery: 'list',
  print: 'detail',
  history: 'detail',
  addChild: 'add',
}

const verbs = {
  list: '查询',
  detail: '详情',
  add: '新增',
  edit: '编辑',
  delete: '删除',
  import: '导入',
  export: '导出',
}

/** The last parts of the codes that every screen has, in the order of work. */
export const pageVerbs: readonly string[] = Object.keys(verbs)

/** The code that a toolbar or row entry needs; an object's own `needs` wins. */
export function codeOfAction(
  screen: Pick<ScreenView, 'id' | 'perm'>,
  entry: string | { code: string; needs?: string },
): string {
  const { code, needs }: { code: string; needs?: string } =
    typeof entry === 'string' ? { code: entry } : entry
  return needs || `${getPerm(screen)}:${isBuiltInAction(code) ? rightOfAction[code] : code}`
}

/** The title of the right whose holders a rule or a fixed parameter does not bind. */
export const exemptionTitle = (name: string): string => `不受「${name}」限制`

/** The right to read masked values of a screen or a report in full. */
export const unmaskCode = (document: Pick<ScreenView, 'id' | 'perm'>): string => `${getPerm(document)}:unmask`

const toolbarVerbs = { add: '新增', delete: '删除', move: '移动' } as const

/** The right that a button of a detail table's toolbar needs, by the table's `authPrefix`. */
export const codeOfToolbar = (prefix: string, verb: keyof typeof toolbarVerbs): string =>
  `${prefix.replace(/:$/, '')}:${verb}`

/** Every code of the screen: the seven verbs, moves, own buttons, column rights, rule exemptions; each once. */
export function actionCodes(screen: ScreenView): ActionCode[] {
  const found = new Map<string, ActionCode>()
  const add = (code: string | undefined, title: string, type?: '2') => {
    if (code && !found.has(code)) found.set(code, { code, title, ...(type && { type }) })
  }
  for (const [verb, title] of Object.entries(verbs)) add(`${getPerm(screen)}:${verb}`, title)
  for (const move of screen.flow?.moves ?? []) add(codeOfAction(screen, move.code), move.title)
  for (const { code, title } of screen.followUps ?? []) add(codeOfAction(screen, code), title)
  for (const entry of [...(screen.actions?.toolbar ?? []), ...(screen.actions?.row ?? [])]) {
    if (typeof entry !== 'string') add(codeOfAction(screen, entry), entry.title ?? entry.code)
  }
  const fields = allFields(screen.fields)
  const isComputed = ({ compute }: Field) => compute !== undefined
  // The field that is not computed gives a shared code its title.
  for (const field of [...fields.filter((field) => !isComputed(field)), ...fields.filter(isComputed)]) {
    // Codes that follow from rules of the field are not granted.
    if (field.access?.rules) continue
    add(field.access?.read, `查看${getTitle(field)}`)
    add(field.access?.edit, `修改${getTitle(field)}`, '2')
  }
  if (fields.some((field) => findMask(field))) add(unmaskCode(screen), '查看掩码的全文')
  for (const detail of details(screen).filter((detail) => detail.own)) {
    const rows = { id: screen.id, perm: permOfDetail(screen, detail) }
    const title = getTitle(detail)
    for (const [verb, word] of Object.entries(verbs)) add(`${rows.perm}:${verb}`, `${title}${word}`)
    for (const entry of [...(detail.actions?.toolbar ?? []), ...(detail.actions?.row ?? [])]) {
      if (typeof entry !== 'string') add(codeOfAction(rows, entry), `${title}${entry.title ?? entry.code}`)
    }
  }
  for (const detail of details(screen)) {
    if (!detail.authPrefix) continue
    for (const verb of Object.keys(toolbarVerbs) as (keyof typeof toolbarVerbs)[])
      add(codeOfToolbar(detail.authPrefix, verb), `${getTitle(detail)}${toolbarVerbs[verb]}行`)
  }
  for (const rule of screen.rowRules ?? []) add(rule.unless, exemptionTitle(rule.name))
  return [...found.values()]
}

/** The codes of a report: to see it, to export it, and the codes under its own prefix that it contains. */
export function reportCodes(report: Pick<ReportDocument, 'id' | 'perm' | 'fields' | 'params'>): ActionCode[] {
  const found = new Map([
    [`${getPerm(report)}:list`, verbs.list],
    [`${getPerm(report)}:export`, verbs.export],
  ])
  // Other codes belong to the documents whose data is shown.
  const add = (code: string | undefined, title: string) => {
    if (code?.startsWith(`${getPerm(report)}:`) && !found.has(code)) found.set(code, title)
  }
  for (const field of report.fields) add(field.access?.read, `查看${getTitle(field)}`)
  if (report.fields.some((field) => findMask(field))) add(unmaskCode(report), '查看掩码的全文')
  for (const param of report.params ?? []) add(param.unless, exemptionTitle(getTitle(param)))
  return [...found].map(([code, title]) => ({ code, title }))
}

/** The fields of a document with the columns of its detail tables. */
export const allFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => (isDetail(field) ? [field, ...allFields(field.fields)] : [field]))

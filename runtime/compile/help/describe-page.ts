import { getPerm, getTitle, queryableFields } from '#runtime/schema/derive.ts'
import type { QueryRule } from '#runtime/schema/field-value.ts'
import { blockTitle, findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import {
  type Field,
  type FormDocument,
  isDetail,
  type ReportDocument,
  type ReportParam,
  type ScreenDocument,
} from '#runtime/schema/types.ts'
import type { CompileEnv } from '../compile-env.ts'
import { compileScreenActions } from '../list.ts'
import { compileQuery } from '../query.ts'
import { describeButton, describeStates } from './describe-button.ts'
import { describeField, type HelpEntry, isVisible } from './describe-field.ts'
import { formulaWriter, type ValueTexts } from './help-words.ts'

/** A part of the description of a page; a part without entries is left out. */
export interface HelpPart {
  title: string
  text?: string
  entries: readonly HelpEntry[]
}

export interface PageHelp {
  /** What the page is for, in a sentence. */
  intro: string
  parts: readonly HelpPart[]
}

export interface HelpEnv extends CompileEnv, ValueTexts {
  /** The title of a field type. */
  typeTitle(type: string): string
}

/** A document with a page, of any kind: what it has decides which parts its description has. */
export interface DescribedDocument extends Pick<ReportDocument, 'id' | 'title' | 'perm'> {
  kind: string
  help?: string
  fields?: readonly Field[]
  params?: FormDocument['params'] | ReportParam[]
  filters?: readonly (ReportParam | Field)[]
  list?: object
  flow?: ScreenDocument['flow']
  submit?: FormDocument['submit']
  blocks?: PanelDocument['blocks']
}

const ruleTexts: Readonly<Record<QueryRule, string>> = {
  eq: '与填的相同',
  like: '包含填的文字，* 代表任意文字',
  right_like: '以填的文字开头',
  left_like: '以填的文字结尾',
  in: '是所选的一项',
  ne: '与填的不同',
  gt: '大于填的',
  ge: '不小于填的',
  lt: '小于填的',
  le: '不大于填的',
  range: '在起止之间',
}

const part = (title: string, entries: readonly HelpEntry[], text?: string): HelpPart[] =>
  entries.length === 0 ? [] : [{ title, entries, ...(text === undefined ? {} : { text }) }]

const intros = {
  hasTable: '这一页列出记录：上面填条件，点「查询」；点记录的名称查看它，用按钮新增、修改和办理。',
  submitsForm: '这一页是一张表单：填好各项，点提交的按钮。',
  hasQuery: '这一页是一张报表：填好条件，点「查询」，结果可以排序和导出。',
  arrangesBlocks: '这一页把几处的数字和列表放在一起，点其中的链接到它们自己的页。',
  keepsBalances: '这一页是一本账：看余额和明细，结账以后那个月不能再记。',
} as const

/** What a page is for, by what its kind can do; a kind with none of these says what every page does. */
function findIntro(document: DescribedDocument): string {
  const found = Object.keys(intros).find((name) => hasCapability(document, name as keyof typeof intros))
  return found ? intros[found as keyof typeof intros] : `这一页是「${document.title}」。`
}

/** The conditions above a list, and the parameters of a report or a panel. */
function describeQuery(document: DescribedDocument, env: HelpEnv): HelpEntry[] {
  const { fields = [], list, params = [], filters = [] } = document
  const isList = hasCapability(document, 'hasRecords')
  // What a screen calls filters are fields of its list.
  const questions = [...params, ...(isList ? [] : filters)].filter((param) => typeof param === 'object')
  const screen = { ...document, fields, list, filters } as unknown as ScreenDocument
  const queried = isList ? compileQuery({ fields: queryableFields(screen, env.types) }, env) : []
  return [
    ...questions.map((param): HelpEntry => {
      const { key, title, help, dictCode } = param
      return {
        key: `self ${key}`,
        title: title ?? key,
        facts: 'required' in param && param.required === true ? ['必填'] : [],
        ...(help === undefined ? {} : { text: help }),
        ...(typeof dictCode === 'string' ? { dictCode } : {}),
      }
    }),
    ...queried.map(
      ({ key, title, rule, required, folded }): HelpEntry => ({
        key,
        title,
        facts: [ruleTexts[rule], ...(required ? ['必填'] : []), ...(folded ? ['点「展开」才看到'] : [])],
      }),
    ),
  ]
}

/** The fields of the record, and those of each of its details. */
function describeFields(fields: readonly Field[], title: string, env: HelpEnv): HelpPart[] {
  const visible = fields.filter((field) => isVisible(field, env.can))
  const write = formulaWriter(env, fields)
  const plain = visible.filter((field) => !isDetail(field))
  return [
    ...part(
      title,
      plain.map((field) => describeField(field, { ...env, write })),
    ),
    ...visible.filter(isDetail).flatMap((detail) => {
      const { minRows, maxRows, help } = detail
      const columns = detail.fields.filter((field) => isVisible(field, env.can) && field.form !== false)
      const inner = { ...env, write: formulaWriter(env, fields, detail.fields) }
      const texts = [
        ...(help === undefined ? [] : [`${help}。`]),
        ...(minRows ? [`至少 ${minRows} 行。`] : []),
        ...(maxRows === undefined ? [] : [`最多 ${maxRows} 行。`]),
      ]
      return part(
        `明细「${getTitle(detail)}」`,
        columns.map((field) => describeField(field, inner)),
        texts.length > 0 ? texts.join('') : undefined,
      )
    }),
  ]
}

/** The buttons of a list that the user may press. */
function describeButtons(screen: ScreenDocument, env: HelpEnv): HelpEntry[] {
  const { toolbar, batch, row } = compileScreenActions(screen, env)
  const write = formulaWriter(env, screen.fields)
  const above = new Set(toolbar.map(({ code }) => code))
  return [
    ...toolbar.map((action) => describeButton(action, 'toolbar', write)),
    ...batch.filter(({ code }) => !above.has(code)).map((action) => describeButton(action, 'batch', write)),
    ...row.map((action) => describeButton(action, 'row', write)),
  ]
}

function describeBlocks({ blocks = [] }: DescribedDocument, { can }: HelpEnv): HelpEntry[] {
  return blocks
    .filter(({ needs }) => needs === undefined || can(needs))
    .map((block, at) => ({
      key: String(at),
      title: blockTitle(block),
      word: findBlockPlan(block)?.title,
      facts: 'href' in block && typeof block.href === 'string' ? ['可以点进去看'] : [],
    }))
}

/** The buttons of pages without a list of records. */
function otherButtons(document: DescribedDocument, { can }: HelpEnv): HelpEntry[] {
  const { submit } = document
  if (hasCapability(document, 'submitsForm') && submit)
    return [{ key: 'submit', title: submit.title ?? '确定', facts: [], text: '检查各项，都对了就提交' }]
  if (hasCapability(document, 'hasQuery') && can(`${getPerm(document)}:export`))
    return [{ key: 'export', title: '导出', facts: [], text: '把查到的全部行存成 Excel 或 CSV 文件' }]
  return []
}

/** The description of a page as the user sees it: without the fields and buttons that are kept from him. */
export function describePage(document: DescribedDocument, env: HelpEnv): PageHelp {
  const { fields = [], flow } = document
  const isList = hasCapability(document, 'hasTable')
  return {
    intro: findIntro(document),
    parts: [
      ...part('查询条件', describeQuery(document, env)),
      ...describeFields(fields, hasCapability(document, 'hasForm') ? '字段' : '列', env),
      ...part('内容', describeBlocks(document, env)),
      ...part(
        '按钮',
        isList ? describeButtons(document as unknown as ScreenDocument, env) : otherButtons(document, env),
        flow && describeStates(flow),
      ),
    ],
  }
}

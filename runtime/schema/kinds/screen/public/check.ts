import { parseExpression } from '#runtime/kernel/expression.ts'
import { asText, isJsonObject, type JsonObject, listTextEntries } from '#runtime/kernel/json.ts'
import { isDate } from '#runtime/kernel/time.ts'
import { type FieldsContext, needField, part } from '../../../checks/context.ts'
import type { Path } from '../../../checks/report.ts'
import { isStoredField } from '../../../checks/stored-fields.ts'
import { type AnyFieldValue, valueHalf } from '../../../field-value.ts'
import { listUnfilled, lockedBy } from '../then/written-values.ts'
import { findPublicControl } from './control.ts'

/** What expressions of a public form may read besides its fields: nobody has signed in. */
const environment: ReadonlySet<string> = new Set(['today', 'now', 'mode'])

/** Settings of a field by which a choice depends on other fields, or writes them: the page of the form has no such control. */
const refusedSettings: Readonly<Record<string, string>> = {
  destFields: '选了要带出别的值，公开表单带不出，请删去 destFields 和 orgFields，或换一个字段',
  dictWhere: '选项随别的字段而变，公开表单做不到，请换一个字段',
  computedOptions: '选项由公式算出，公开表单做不到，请换一个字段',
  modes: '只在某些时候显示，请删去 modes，或换一个字段',
}

/** Why strangers cannot fill a field; undefined where they can. */
function unfillableBy(context: FieldsContext, field: JsonObject, half: AnyFieldValue): string | undefined {
  if (field.access !== undefined) return '有列权限（access），不能公开，请换一个字段'
  if (half.isSecret || field.writeOnly === true) return '是密码一类的值，不能公开，请换一个字段'
  const locked = lockedBy(context, context.document, field)
  if (locked !== undefined) return `${locked}，外人填不了，请删去`
  if (field.form === false || field.disabled === true)
    return '在表单里不能填，请删去，或删去字段的 form、disabled'
  if (half.filePaths) return '是附件，公开表单不收文件，请在说明里写明怎样送交'
  if (!findPublicControl(half))
    return `是 ${half.type} 类型，要查别的数据才能填，公开表单里没有，请换成 input、select 等类型的字段`
  const setting = Object.keys(refusedSettings).find((word) => field[word] !== undefined)
  return setting && refusedSettings[setting]
}

/** The expressions of a field, with their paths in it. */
function listExpressions(field: JsonObject): [Path, string][] {
  const found: [Path, string][] = []
  for (const word of ['showIf', 'requireIf', 'disableIf'])
    if (typeof field[word] === 'string') found.push([[word], field[word]])
  if (typeof field.defaultValue === 'string' && field.defaultValue.startsWith('='))
    found.push([['defaultValue'], field.defaultValue.slice(1)])
  for (const [at, rule] of Array.isArray(field.validateRules) ? field.validateRules.entries() : [])
    if (isJsonObject(rule) && typeof rule.check === 'string')
      found.push([['validateRules', at, 'check'], rule.check])
  return found
}

/** Reports expressions that read what is not public: from whether they hold one could guess the value. */
function checkReads(context: FieldsContext, index: number, field: JsonObject, keys: ReadonlySet<string>) {
  for (const [path, text] of listExpressions(field)) {
    const read = parseExpression(text)
    if (!read.ok) continue
    for (const name of new Set(read.value.names)) {
      const [first = '', second = ''] = name.split('.')
      const key = first === 'form' ? second : first
      if (keys.has(key) || environment.has(first)) continue
      const fault =
        first === 'user'
          ? '填公开表单的人没有登录，不能用 user，请改写表达式'
          : `用到没有公开的「${key}」，请把它写进 public.fields，或改写表达式`
      context.report(['fields', index, ...path], { code: 'BAD_VALUE', text: fault })
    }
  }
}

/** The table that a dictionary reads; undefined for one with items of its own, and for one that no document describes. */
function tableOfDict({ knownNames }: FieldsContext, code: string): string | undefined {
  const dict = knownNames.documents.get(knownNames.dicts.get(code)?.id ?? '')
  const { screen, table } = dict ? part(dict, 'source') : {}
  const document = knownNames.documents.get(asText(screen) ?? '')
  return asText(document ? part(document, 'table').name : table) ?? code.split(',', 1)[0]
}

/** Reports the public choices whose dictionary may be read by users only, and lists of public choices that are none. */
function checkChoices(context: FieldsContext, fields: readonly [number, string][], choices: unknown): void {
  const { head, report } = context
  const named = listTextEntries(choices)
  for (const [at, key] of fields) {
    const field = head.byKey.get(key)
    if (!field || valueHalf(context.types, field)?.holdsChoices === undefined) continue
    if (field.options !== undefined) continue
    if (tableOfDict(context, String(field.dictCode))?.startsWith('sys_')) {
      report(['public', 'fields', at], {
        code: 'BAD_VALUE',
        text: `字段「${key}」的选项是系统的数据（用户、部门、角色……），不能公开，请换一个字段`,
      })
      continue
    }
    if (named.some(([, other]) => other === key)) continue
    const text = `字段「${key}」的选项取自字典「${String(field.dictCode)}」，要让所有人看到，请写 "choices": ["${key}"]，不然请换成 options`
    report(['public', 'fields', at], { code: 'MISSING_KEY', text })
  }
  for (const [at, key] of named) {
    const path = ['public', 'choices', at]
    needField(context, head, path, key)
    const field = head.byKey.get(key)
    if (field && (field.dictCode === undefined || !fields.some(([, other]) => other === key)))
      report(path, { code: 'BAD_VALUE', text: `「${key}」不是取自字典的公开字段，请删去` })
  }
}

/** Why a state page cannot show a field; undefined where it can. */
function unshownBy(context: FieldsContext, field: JsonObject, half: AnyFieldValue): string | undefined {
  if (field.access !== undefined) return '有列权限（access），不能公开，请换一个字段'
  if (half.isSecret || field.writeOnly === true) return '只写不读，不能公开，请换一个字段'
  if (half.dataType === 'rows') return '是明细，进度页写不出来，请换一个字段'
  if (half.filePaths || half.markup) return '不是一行文字，进度页写不出来，请换一个字段'
  if (!isStoredField(context, field)) return '不存库，请换一个字段'
  return undefined
}

function checkReceipt(context: FieldsContext, receipt: unknown): void {
  const { head, report } = context
  if (typeof receipt !== 'string') return
  const path = ['public', 'receipt']
  needField(context, head, path, receipt)
  const field = head.byKey.get(receipt)
  if (!field) return
  if (field.auto === undefined)
    report(path, {
      code: 'BAD_VALUE',
      text: `字段「${receipt}」不是自动编号，请给它写 auto，如 "auto": "S{yyyyMMdd}{####}"`,
    })
  else if (field.access !== undefined)
    report(path, {
      code: 'BAD_VALUE',
      text: `字段「${receipt}」有列权限（access），不能告诉外人，请换一个字段`,
    })
}

/** Checks that the screen's records are its own, and that the form says to whom they belong. */
function checkRecords({ document, report }: FieldsContext, form: JsonObject): void {
  const table = part(document, 'table')
  const refuse = (text: string) => report(['public'], { code: 'BAD_VALUE', text })
  if (String(table.name).startsWith('sys_')) refuse('存的是系统的数据，不能有公开表单，请删去')
  if (table.derived === true) refuse('记录由效果写入，不能有公开表单，请删去')
  if (part(document, 'url').add !== undefined) refuse('新增另有接口（url.add），不能有公开表单，请删去')
  if (table.tenant === true && form.tenant === undefined)
    report(['public'], {
      code: 'MISSING_KEY',
      text: '缺少 tenant：表按租户隔离，收到的记录归哪个租户，如 "tenant": 1000',
    })
  if (table.tenant !== true && form.tenant !== undefined)
    report(['public', 'tenant'], { code: 'BAD_VALUE', text: '表不按租户隔离，请删去 tenant' })
}

function checkDays({ isFaulty, report }: FieldsContext, { opens, closes }: JsonObject): void {
  if (isFaulty(['public', 'opens']) || isFaulty(['public', 'closes'])) return
  for (const [word, day] of Object.entries({ opens, closes })) {
    if (typeof day === 'string' && !isDate(day))
      report(['public', word], { code: 'BAD_VALUE', text: '没有这一天，请写如 2026-12-01' })
  }
  if (typeof opens === 'string' && typeof closes === 'string' && closes < opens)
    report(['public', 'closes'], { code: 'BAD_VALUE', text: `截止早于开始（${opens}），请改其中一个` })
}

/** Checks the form for people without an account: only what it names becomes public, and they can fill it. */
export function checkPublic(context: FieldsContext): void {
  const { document, head, report, types } = context
  if (!isJsonObject(document.public)) return
  const form = document.public
  checkRecords(context, form)
  const fields = listTextEntries(form.fields)
  const keys = new Set(fields.map(([, key]) => key))
  for (const [at, key] of fields) {
    const path = ['public', 'fields', at]
    needField(context, head, path, key)
    const index = head.fields.find(([, field]) => field.key === key)?.[0]
    const field = head.byKey.get(key)
    const half = field && valueHalf(types, field)
    if (!half || index === undefined) continue
    const fault = unfillableBy(context, field, half)
    if (fault !== undefined) report(path, { code: 'BAD_VALUE', text: `字段「${key}」${fault}` })
    else checkReads(context, index, field, keys)
    if (
      Array.isArray(field.validateRules) &&
      field.validateRules.some((rule) => isJsonObject(rule) && rule.unique)
    )
      report(path, {
        code: 'GIVEN_AWAY',
        text: `字段「${key}」不能重复（unique），外人填一个值就试得出有没有登记过，请想好，或换一个字段`,
      })
  }
  checkChoices(context, fields, form.choices)
  checkReceipt(context, form.receipt)
  for (const [at, key] of listTextEntries(part(form, 'state').fields)) {
    const path = ['public', 'state', 'fields', at]
    needField(context, head, path, key)
    const field = head.byKey.get(key)
    const half = field && valueHalf(types, field)
    const fault = half && unshownBy(context, field, half)
    if (fault !== undefined) report(path, { code: 'BAD_VALUE', text: `字段「${key}」${fault}` })
  }
  checkDays(context, form)
  for (const { field, isForRows } of listUnfilled(keys, { document, fields: head.byKey }))
    report(['public', 'fields'], {
      code: 'MISSING_KEY',
      text: isForRows
        ? `明细「${titled(field)}」至少要有一行，公开表单没有明细，请删去 minRows`
        : `「${titled(field)}」必填，外人却填不到，请写进 public.fields，或给它 defaultValue`,
    })
}

const titled = (field: JsonObject): string => asText(field.title) ?? String(field.key)

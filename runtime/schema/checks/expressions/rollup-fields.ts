import { listCalendars } from '#runtime/kernel/expression/calendars.ts'
import { namePlaces } from '#runtime/kernel/expression/name-places.ts'
import { walkNodes } from '#runtime/kernel/expression/walk.ts'
import { type NameKind, parseExpression } from '#runtime/kernel/expression.ts'
import { asText, isJsonObject, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { valueHalf } from '../../field-value.ts'
import { auditKeys, type Field } from '../../types.ts'
import { type FieldsContext, type Level, needField, needWord, part } from '../context.ts'
import { type Path, textSpan } from '../report.ts'
import { isStoredField } from '../stored-fields.ts'
import { conditionFault } from './condition-fault.ts'
import { fieldNode, formulaReads } from './expressions.ts'

/** Settings without effect on a value that the server writes. */
const inert = ['compute', 'defaultValue', 'auto', 'from', 'validateRules', 'requireIf', 'persist', 'multi']

/** Checks the fields that sum up the records of another screen. */
export function checkRollups(context: FieldsContext): void {
  const rolled = new Set<string>()
  for (const level of [context.head, ...context.details])
    for (const [index, field] of level.fields) {
      if (!isJsonObject(field.rollup)) continue
      rolled.add(fieldNode(level, asText(field.key) ?? ''))
      checkRollup(context, level, [...level.path, index], field)
    }
  if (rolled.size > 0) checkReaders(context, rolled)
}

/** A change of a roll-up does not compute formulas anew that read a dictionary of holidays or the department of a user. */
export function checkReaders(context: FieldsContext, rolled: ReadonlySet<string>, noun = '汇总别处'): void {
  const reads = [...formulaReads({ ...context, report: () => undefined })]
  const reached = new Set(rolled)
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const [node, { nodes }] of reads) if (nodes.some((read) => reached.has(read))) reached.add(node)
  }
  const computed = [context.head, ...context.details].flatMap((level) =>
    level.fields.map(([index, field]) => ({ level, path: [...level.path, index, 'compute'], field })),
  )
  for (const { level, path, field } of computed) {
    const { key, compute } = field
    if (!reached.has(fieldNode(level, asText(key) ?? ''))) continue
    const refuse = (text: string) => context.report(path, { code: 'BAD_VALUE', text })
    if (listCalendars(compute).length > 0)
      refuse(`用了${noun}的字段的公式不能按节假日字典算工作日，请去掉 addWorkdays 的字典`)
    const read = parseExpression(asText(compute) ?? '')
    if (read.ok && read.value.names.includes('user.orgCode'))
      refuse(
        `用了${noun}的字段的公式不能用 user.orgCode（别处变化时没有填写人的部门），请另设一个字段，缺省值写 "=user.orgCode"，公式里用那个字段`,
      )
  }
}

function checkRollup(context: FieldsContext, level: Level, path: Path, field: JsonObject): void {
  const { document, head, knownNames, report } = context
  const rollup = part(field, 'rollup')
  const at = [...path, 'rollup']
  const refuse = (key: string, text: string) => report([...at, key], { code: 'BAD_VALUE', text })
  if (!context.isStored) {
    report(at, { code: 'BAD_VALUE', text: 'rollup 只用于存库的界面的字段，请删去' })
    return
  }
  for (const key of inert)
    if (field[key] !== undefined)
      report([...path, key], { code: 'BAD_VALUE', text: `汇总的值由服务器写，${key} 不起作用，请删去` })
  if (typeof rollup.key === 'string') needField(context, level, [...at, 'key'], rollup.key)
  needWord(report, [...at, 'screen'], rollup.screen, knownNames.screens, 'UNKNOWN_NAME', '界面', 'document')
  const fields =
    rollup.screen === document.id
      ? new Map(head.fields.map(([, entry]) => [asText(entry.key) ?? '', entry]))
      : knownNames.screens.get(asText(rollup.screen) ?? '')
  if (!fields) return
  const source = rollup.detail === undefined ? fields : findDetail(context, fields, rollup, at)
  if (!source) return
  const inSource = (key: string) => ({
    kind: 'field' as const,
    screen: String(rollup.screen),
    detail: asText(rollup.detail),
    key,
  })
  const needSource = (key: string): JsonObject | undefined => {
    const name = asText(rollup[key])
    if (name !== undefined) report.refer?.([...at, key], inSource(name))
    const found = name === undefined ? undefined : source.get(name)
    if (name !== undefined && !found)
      report([...at, key], {
        code: 'UNKNOWN_FIELD',
        text: `文档 ${rollup.screen} 没有字段「${name}」`,
        word: name,
        words: source.keys(),
        fix: 'nearest',
      })
    else if (found && !isStoredField(context, found))
      refuse(key, `字段「${name}」不存在那个界面的表里，请换一个字段`)
    return found
  }
  const reference = needSource('field')
  if (reference?.multi === true)
    refuse('field', `字段「${rollup.field}」存几条记录，不能按它汇总，请换一个只存一条的字段`)
  const value = needSource('value')
  checkHow(context, at, field, rollup, value)
  checkWhere(context, at, rollup, fields, source)
}

const findDetail = (
  { report }: FieldsContext,
  fields: ReadonlyMap<string, JsonObject>,
  { screen, detail }: JsonObject,
  at: Path,
): ReadonlyMap<string, JsonObject> | undefined => {
  const names = [...fields].flatMap(([key, { table, fields: columns }]) =>
    isJsonObject(table) && columns !== undefined ? [key] : [],
  )
  const key = asText(detail) ?? ''
  report.refer?.([...at, 'detail'], { kind: 'field', screen: asText(screen) ?? '', key })
  if (!names.includes(key)) {
    const text = `文档 ${screen} 没有明细「${key}」`
    report([...at, 'detail'], { code: 'UNKNOWN_FIELD', text, word: key, words: names, fix: 'nearest' })
    return undefined
  }
  return new Map(listObjects(fields.get(key)?.fields).map((entry) => [asText(entry.key) ?? '', entry]))
}

function checkHow(
  { report, types }: FieldsContext,
  at: Path,
  field: JsonObject,
  { how, value }: JsonObject,
  source: JsonObject | undefined,
): void {
  const half = valueHalf(types, field)
  const refuse = (path: Path, text: string) => report(path, { code: 'BAD_VALUE', text })
  if (how === 'count' && value !== undefined) refuse([...at, 'value'], '数条数不看值，请删去 value，或改 how')
  // A faulty word has a problem of its own.
  const needsValue = ['sum', 'max', 'min'].includes(String(how))
  if (needsValue && value === undefined) refuse(at, '请写 value：汇总那边的哪个字段')
  if (half && (how === 'count' || how === 'sum') && half.dataType !== 'number')
    refuse([...at, 'how'], '条数和合计是数，请把这个字段的类型改为数字')
  if (!half || !source) return
  const sourceHalf = valueHalf(types, source)
  if (how === 'sum' && sourceHalf?.dataType !== 'number')
    refuse([...at, 'value'], `字段「${value}」不是数，不能合计，请换一个字段`)
  if ((how === 'max' || how === 'min') && sourceHalf?.dataType !== half.dataType)
    refuse([...at, 'value'], `字段「${value}」的值与这个字段不是一类，请换一个字段，或改这个字段的类型`)
}

function checkWhere(
  context: FieldsContext,
  at: Path,
  { where, screen, detail }: JsonObject,
  fields: ReadonlyMap<string, JsonObject>,
  source: ReadonlyMap<string, JsonObject>,
): void {
  const read = parseExpression(asText(where) ?? 'true')
  if (!read.ok) {
    context.report([...at, 'where'], { code: 'BAD_EXPRESSION', text: read.text })
    return
  }
  const stored = (of: ReadonlyMap<string, JsonObject>, prefix = '') =>
    [...of].flatMap(([key, field]): [string, { kind?: NameKind }][] => {
      if (!isStoredField(context, field)) return []
      return [
        [`${prefix}${key}`, { kind: valueHalf(context.types, field)?.readsAs?.(field as unknown as Field) }],
      ]
    })
  const audited = auditKeys.map((key): [string, { kind?: NameKind }] => [key, {}])
  for (const { path, starts } of namePlaces(asText(where) ?? '')) {
    const [first = '', key] = path
    const isHead = detail === undefined || first === 'form'
    const name = key ?? first
    context.report.refer?.(
      [...at, 'where'],
      { kind: 'field', screen: asText(screen) ?? '', detail: isHead ? undefined : asText(detail), key: name },
      textSpan(name, starts.at(-1) ?? 0),
    )
  }
  const columns = new Map([...stored(source), ...(detail === undefined ? audited : stored(fields, 'form.'))])
  const names = new Set(columns.keys())
  const clock = [...walkNodes(read.value.node)].some(
    (node) => node.kind === 'call' && (node.name === 'today' || node.name === 'now'),
  )
  if (clock || read.value.names.some((name) => name.split('.')[0] === 'user')) {
    const text = '汇总对每个人都一样，也不随日子变，条件里不能用 user、today()、now()，请改用字段或固定的值'
    context.report([...at, 'where'], { code: 'BAD_VALUE', text })
    return
  }
  const unknown = read.value.names.find((name) => !names.has(name))
  if (unknown !== undefined) {
    const text = `文档 ${screen} 没有存库的字段「${unknown}」`
    context.report([...at, 'where'], { code: 'UNKNOWN_FIELD', text, word: unknown, words: names })
    return
  }
  const fault = conditionFault(read.value.node, columns)
  if (fault !== null) context.report([...at, 'where'], { code: 'BAD_VALUE', text: fault })
}

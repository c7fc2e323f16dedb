import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listTextEntries,
  listTexts,
} from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { type FieldsContext, part } from '../../checks/context.ts'
import { fieldNode, formulaReads } from '../../checks/expressions/expressions.ts'
import type { Path } from '../../checks/report.ts'
import { type FieldRule, findRight } from './field-rule-codes.ts'

/** Checks the rights of fields by role and state. */
export function checkFieldRules(context: FieldsContext): void {
  for (const level of [context.head, ...context.details])
    for (const [index, field] of level.fields) {
      const access = part(field, 'access')
      const path = [...level.path, index, 'access']
      if (access.rules === undefined || context.isFaulty([...path, 'rules'])) continue
      checkAlone(context, path, access)
      if (level.detail === undefined && field.key === part(context.document, 'flow').field) {
        const text = '状态字段决定哪些规则生效，人人要看得到，请删去 rules，改用动作的权限'
        context.report([...path, 'rules'], { code: 'BAD_VALUE', text })
        continue
      }
      checkStates(context, [...path, 'rules'], access.rules)
      checkReached(context, [...path, 'rules'], access.rules)
      checkRequired(context, [...path, 'rules'], field)
    }
}

/** A field has codes that administrators grant, or rules. */
function checkAlone({ report }: FieldsContext, path: Path, access: JsonObject): void {
  for (const word of ['read', 'edit'])
    if (access[word] !== undefined) {
      const text = `写了 rules 就由角色和状态决定，不再用权限编码，请删去 ${word}，或删去 rules`
      report([...path, word], { code: 'BAD_VALUE', text })
    }
}

function checkStates({ document, report, isFaulty }: FieldsContext, path: Path, rules: unknown): void {
  const { flow } = document
  if (isFaulty(['flow'])) return
  const moves = isJsonObject(flow) ? listObjectEntries(flow.moves) : []
  const states = new Set(
    [part(document, 'flow').initial, ...moves.map(([, { to }]) => to)].flatMap((word) => asText(word) ?? []),
  )
  for (const [at, rule] of listObjectEntries(rules)) {
    const place = [...path, at, 'states']
    if (rule.states !== undefined && states.size === 0)
      report(place, { code: 'BAD_VALUE', text: '界面没有审批（flow），没有状态，请删去 states' })
    else
      for (const [index, word] of listTextEntries(rule.states))
        if (!states.has(word)) {
          const text = `没有状态「${word}」，initial 和各个 to 都到不了它`
          report([...place, index], { code: 'BAD_VALUE', text, word, words: states, fix: 'nearest' })
        }
  }
}

/** Checks that each rule can decide something, and that one of them limits somebody. */
function checkReached({ report }: FieldsContext, path: Path, rules: unknown): void {
  const list = listObjectEntries(rules)
  if (list.every(([, { allow }]) => allow === 'write')) {
    const text = '不写规则的人本来就可以改，这些规则没有限制谁，请把 allow 改成 read 或 hidden，或删去 rules'
    report(path, { code: 'BAD_VALUE', text })
    return
  }
  const covers = (earlier: JsonObject, later: JsonObject, key: 'roles' | 'states'): boolean => {
    if (earlier[key] === undefined) return true
    const words = new Set(listTexts(earlier[key]))
    return later[key] !== undefined && listTexts(later[key]).every((word) => words.has(word))
  }
  for (const [position, [at, rule]] of list.entries()) {
    const before = list
      .slice(0, position)
      .find(([, earlier]) => covers(earlier, rule, 'roles') && covers(earlier, rule, 'states'))
    if (!before) continue
    const text = `第 ${before[0] + 1} 条已经包括了这些角色和状态，这条用不到，请移到它前面，或删去`
    report([...path, at], { code: 'BAD_VALUE', text })
  }
}

const isFilled = ({ defaultValue, compute, auto, from, rollup }: JsonObject): boolean =>
  [defaultValue, compute, auto, from, rollup].some((value) => value !== undefined)

/** Checks that somebody can fill in a required field of a new record. */
function checkRequired({ document, report }: FieldsContext, path: Path, field: JsonObject): void {
  const isRequired = listObjectEntries(field.validateRules).some(
    ([, { required, level }]) => required === true && level === undefined,
  )
  if (!isRequired || isFilled(field)) return
  const rules = part(field, 'access').rules as FieldRule[]
  const roles = new Set<string | null>([null, ...rules.flatMap((rule) => rule.roles ?? [])])
  const initial = asText(part(document, 'flow').initial) ?? ''
  if ([...roles].some((role) => findRight(rules, role, initial) === 'write')) return
  const text =
    '必填，但新增时谁也不能填，没有人能保存，请加一条 "allow": "write"，或写 defaultValue，或删去必填的校验'
  report(path, { code: 'BAD_VALUE', text })
}

const hides = (field: JsonObject): boolean =>
  listObjectEntries(part(field, 'access').rules).some(([, { allow }]) => allow === 'hidden')

/** Reports formulas over fields that rules hide from somebody, which have no such rules themselves: their readers can infer the value. */
export function checkRuledSources(context: FieldsContext): void {
  const fields = new Map<string, { path: Path; field: JsonObject; detail: JsonObject | undefined }>()
  for (const level of [context.head, ...context.details]) {
    const detail = context.head.byKey.get(level.detail ?? '')
    for (const [index, field] of level.fields)
      fields.set(fieldNode(level, asText(field.key) ?? ''), { path: [...level.path, index], field, detail })
  }
  const isHidden = (node: string): boolean => {
    const found = fields.get(node)
    return found !== undefined && (hides(found.field) || (found.detail !== undefined && hides(found.detail)))
  }
  const reads = formulaReads(context)
  const findHidden = (node: string, seen: Set<string>): string | undefined => {
    for (const source of reads.get(node)?.nodes ?? []) {
      if (seen.has(source)) continue
      seen.add(source)
      const found = isHidden(source) ? source : findHidden(source, seen)
      if (found !== undefined) return found
    }
    return undefined
  }
  for (const node of reads.keys()) {
    const source = isHidden(node) ? undefined : findHidden(node, new Set())
    const found = fields.get(node)
    if (source === undefined || !found) continue
    const rules = part(fields.get(source)?.field ?? {}, 'access').rules
    const fix = [{ op: 'add' as const, path: pointer(...found.path, 'access'), value: { rules } }]
    const isSimple = found.field.access === undefined && rules !== undefined
    context.report(found.path, {
      code: 'GIVEN_AWAY',
      text: `由按角色隐藏的 ${source} 算出，看不到它的人可以由结果推算，请写同样的 access.rules`,
      ...(isSimple ? { fix } : {}),
    })
  }
}

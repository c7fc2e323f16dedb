import { roundTo, toBig, toPlain } from '#runtime/kernel/decimal.ts'
import {
  type Expression,
  evaluate,
  type Node,
  parseExpression,
  type Scope,
} from '#runtime/kernel/expression.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import { auditKeys, type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import {
  getRows,
  headScope,
  keySet,
  type LevelKeys,
  type RecordEnv,
  rowScope,
  type Values,
} from '../scope.ts'

/**
 * One `compute`, or one default that reads other fields, with its inputs. Nodes are head keys (`fsumnum`), columns (`items.famount`) and row lists (`items`).
 */
export interface Formula {
  field: Field
  /** Key of the detail table of the computed column; null for the head. */
  detail: string | null
  node: string
  expression: Expression
  /** Keys read from the same row. */
  sameRow: readonly string[]
  /** Other nodes read: head keys, whole columns, row lists. */
  others: readonly string[]
  /** A row formula that depends on nothing outside its row, directly or indirectly. */
  local: boolean
  /** The default of a new record or row: it sets the field only while nobody has typed into it. */
  isDefault: boolean
}

/** All formulas of a screen in computation order. */
export interface Formulas {
  steps: readonly Formula[]
  /**
   * Computes every value of the record, details inline, into a new record; the input is not changed. Defaults set the
   * absent values of a new record and of its new rows.
   */
  computeAll(record: Values, env: RecordEnv): Record<string, unknown>
}

/** Decimal places without a declared scale: the maximum that a field may declare. */
const MAX_SCALE = 10

/** Evaluates one formula to a wire value: rounded half up to the scale of the field, never a list. */
export function computeStep(step: Pick<Formula, 'field' | 'expression'>, scope: Scope): unknown {
  const value = evaluate(step.expression, scope)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string' && step.field.scale === undefined) return value
  if (Array.isArray(value)) return null
  const number = toBig(value)
  if (number === null) return typeof value === 'string' ? value : null
  return toPlain(roundTo(number, step.field.scale ?? MAX_SCALE))
}

const environment = new Set(['user', 'params', 'mode', 'today', 'now'])

/** The fields that the default of a field reads; null for a default that reads none. */
export function readsOfDefault(
  { compute, defaultValue, modes }: Field,
  scope: FormulaScope,
): Pick<Formula, 'sameRow' | 'others'> | null {
  if (compute !== undefined || (modes && !modes.includes('add'))) return null
  if (typeof defaultValue !== 'string' || !defaultValue.startsWith('=')) return null
  const read = parseExpression(defaultValue.slice(1))
  const reads = read.ok ? readNames(read.value, scope) : null
  return reads && reads.sameRow.length + reads.others.length > 0 ? reads : null
}

interface FormulaScope {
  screen: ScreenDocument
  detail: { key: string; fields: readonly Field[] } | null
}

/** Sorts the names in an expression into keys of its own row, other nodes, and undeclared names. */
function readNames(expression: Expression, { screen, detail }: FormulaScope) {
  const sameRow: string[] = []
  const others: string[] = []
  const unknown: string[] = []
  const rowKeys = new Set(detail?.fields.map(({ key }) => key))
  for (const name of expression.names) {
    const path = name.split('.')
    const first = path[0] ?? ''
    if (detail && (rowKeys.has(first) || first === 'row')) {
      const key = first === 'row' ? (path[1] ?? '') : first
      if (rowKeys.has(key)) sameRow.push(key)
      else unknown.push(name)
      continue
    }
    const [key = '', column] = first === 'form' ? path.slice(1) : path
    const target = screen.fields.find((field) => field.key === key)
    if (target && isDetail(target)) {
      if (column === undefined) others.push(key)
      else if (target.fields.some((field) => field.key === column)) others.push(`${key}.${column}`)
      else unknown.push(name)
    } else if (target) others.push(key)
    else if (!environment.has(first) && !auditKeys.some((audit) => audit === key)) unknown.push(name)
  }
  return { sameRow, others, unknown }
}

/**
 * Builds the one dependency graph of head and rows. A formula that cannot be computed (invalid, unknown name, part of
 * a cycle) is reported and left out; paths point into the document (`/fields/6/compute`).
 */
export function compileFormulas(
  screen: ScreenDocument,
  types: FieldValues,
): { formulas: Formulas; problems: Problem[] } {
  const problems: Problem[] = []
  const found = new Map<string, Formula & { path: string }>()

  const add = (field: Field, place: string, detail: FormulaScope['detail']) => {
    const isDefault = readsOfDefault(field, { screen, detail }) !== null
    const text = isDefault ? String(field.defaultValue).slice(1) : field.compute
    if (text === undefined) return
    const path = `${place}/${isDefault ? 'defaultValue' : 'compute'}`
    const read = parseExpression(text)
    if (!read.ok) {
      problems.push({ path, code: 'expression', text: read.text })
      return
    }
    const names = readNames(read.value, { screen, detail })
    for (const name of names.unknown) {
      problems.push({ path, code: 'unknown-name', text: `公式引用了不存在的字段：${name}` })
    }
    if (names.unknown.length > 0) return
    const node = detail ? `${detail.key}.${field.key}` : field.key
    found.set(node, {
      field,
      detail: detail?.key ?? null,
      node,
      expression: read.value,
      sameRow: names.sameRow,
      others: names.others,
      local: false,
      isDefault,
      path,
    })
  }

  for (const [index, field] of screen.fields.entries()) {
    if (!isDetail(field)) add(field, pointer('fields', index), null)
    else {
      for (const [at, column] of field.fields.entries()) {
        add(column, pointer('fields', index, 'fields', at), field)
      }
    }
  }

  const { order, cycles } = sortNodes(found)
  for (const cycle of cycles) {
    const first = found.get(cycle[0] ?? '')
    const titles = [...cycle, cycle[0] ?? ''].map((node) => found.get(node)?.field.title ?? node)
    problems.push({
      path: first?.path ?? '',
      code: 'formula-cycle',
      text: `公式循环引用：${titles.join(' → ')}`,
    })
  }
  const steps: Formula[] = []
  const local = new Map<string, boolean>()
  for (const { path: _path, ...formula } of order) {
    const isLocal =
      formula.detail !== null &&
      !formula.isDefault &&
      formula.others.length === 0 &&
      formula.sameRow.every((key) => local.get(`${formula.detail}.${key}`) ?? true)
    local.set(formula.node, isLocal)
    steps.push({ ...formula, local: isLocal })
  }
  return {
    formulas: { steps, computeAll: (record, env) => computeAll({ screen, steps, types }, record, env) },
    problems,
  }
}

/** Depth-first order: inputs before their readers. Nodes of a cycle are reported and left out. */
function sortNodes<F extends Formula>(found: ReadonlyMap<string, F>): { order: F[]; cycles: string[][] } {
  const order: F[] = []
  const cycles: string[][] = []
  const state = new Map<string, 'open' | 'done' | 'broken'>()
  const visit = (node: string, trail: readonly string[]): boolean => {
    const formula = found.get(node)
    if (!formula) return true
    const seen = state.get(node)
    if (seen === 'done') return true
    if (seen === 'broken') return false
    if (seen === 'open') {
      cycles.push(trail.slice(trail.indexOf(node)))
      return false
    }
    state.set(node, 'open')
    const reads = [...formula.sameRow.map((key) => `${formula.detail}.${key}`), ...formula.others]
    let sound = true
    for (const read of reads) sound = visit(read, [...trail, node]) && sound
    state.set(node, sound ? 'done' : 'broken')
    if (sound) order.push(formula)
    return sound
  }
  for (const node of found.keys()) visit(node, [])
  return { order, cycles }
}

function computeAll(
  { screen, steps, types }: { screen: ScreenDocument; steps: readonly Formula[]; types: FieldValues },
  record: Values,
  env: RecordEnv,
) {
  const head: Record<string, unknown> = { ...record }
  const details = new Map<string, { rows: Record<string, unknown>[]; keys: LevelKeys }>()
  for (const field of screen.fields) {
    if (!isDetail(field) || !Object.hasOwn(record, field.key)) continue
    const rows = getRows(record, field.key).map((row) => ({ ...row }))
    head[field.key] = rows
    details.set(field.key, { rows, keys: keySet(field.fields, types) })
  }
  const scope = headScope(head, env, keySet(screen.fields, types))
  for (const step of steps) {
    if (step.detail === null) {
      if (isComputed(step, head, env.mode === 'add')) head[step.field.key] = computeStep(step, scope)
      continue
    }
    const detail = details.get(step.detail)
    if (!detail) continue
    for (const row of detail.rows) {
      if (!isComputed(step, row, row.rev === undefined)) continue
      row[step.field.key] = computeStep(step, rowScope(row, detail.keys, scope))
    }
  }
  return head
}

/** A default is computed for a new record or row without the value. */
const isComputed = ({ isDefault, field }: Formula, values: Values, isNew: boolean): boolean =>
  !isDefault || (isNew && values[field.key] === undefined)

/** Columns that a formula reads only as `sum(detail.column)`. */
export function summedColumns(step: Formula): ReadonlySet<string> {
  const summed = new Set<string>()
  const listed = new Set<string>()
  const walk = (node: Node, isSummed: boolean): void => {
    if (node.kind === 'name') {
      const path = node.path[0] === 'form' ? node.path.slice(1) : node.path
      if (path.length === 2) (isSummed ? summed : listed).add(path.join('.'))
    } else if (node.kind === 'call') {
      for (const arg of node.args) walk(arg, node.name === 'sum' && node.args.length === 1)
    } else if (node.kind === 'binary') for (const side of [node.left, node.right]) walk(side, false)
    else if (node.kind === 'unary') walk(node.operand, false)
    else if (node.kind === 'list') for (const item of node.items) walk(item, false)
    else if (node.kind === 'if') for (const part of [node.test, node.yes, node.no]) walk(part, false)
  }
  walk(step.expression.node, false)
  return new Set(step.others.filter((name) => summed.has(name) && !listed.has(name)))
}

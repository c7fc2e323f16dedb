import {
  asText,
  isJsonObject,
  type JsonObject,
  listObjectEntries,
  listObjects,
  listTexts,
} from '#runtime/kernel/json.ts'
import { pointer } from '#runtime/kernel/problem.ts'
import { type BuiltInAction, builtInActions, writingActions } from '../../action-codes.ts'
import { type FieldsContext, type Level, needIcon, needWord, part } from '../../checks/context.ts'
import { checkExpression, checkValue } from '../../checks/expressions/expressions.ts'
import { checkCondition } from '../../checks/expressions/literal.ts'
import { needFilter } from '../../checks/links/links.ts'
import type { Path } from '../../checks/report.ts'
import { findKindPlan, hasCapability } from '../plans.ts'
import { isOverlay } from './overlay.ts'

/** The members of a list with their places; none of anything else. */
export const listEntries = (value: unknown): [number, unknown][] =>
  Array.isArray(value) ? [...value.entries()] : []

/** Checks buttons: a built-in code, a move's code, or an object with `open` or `call`. */
export function checkActions(context: FieldsContext): void {
  const moves = listObjectEntries(part(context.document, 'flow').moves).flatMap(
    ([, move]) => asText(move.code) ?? [],
  )
  const followUps = listObjects(context.document.followUps).flatMap(({ code }) => asText(code) ?? [])
  const words = new Set([...Object.keys(builtInActions), ...moves, ...followUps])
  const actions = part(context.document, 'actions')
  checkEntries(context, context.head, ['actions'], actions, words)
  checkBatchMoves(context, actions)
  if (part(context.document, 'table').derived === true) checkDerived(context, actions)
  if (part(context.document, 'list').superQuery === false) checkTurnedOff(context, actions)
}

/** Checks that a toolbar has only moves that run for several rows. */
function checkBatchMoves({ document, isFaulty, report }: FieldsContext, actions: JsonObject): void {
  if (isFaulty(['flow']) || isFaulty(['actions'])) return
  const moves = listObjectEntries(part(document, 'flow').moves)
  for (const [index, entry] of listEntries(actions.toolbar)) {
    const [at, move] = moves.find(([, { code }]) => code === getCode(entry)) ?? []
    if (at === undefined || move?.batch === true || hasOwnBehaviour(entry)) continue
    const text = `动作「${String(move?.code)}」一次只做一条，不能放在工具栏，请移到 row，或给动作写 "batch": true`
    const fix = [{ op: 'add' as const, path: pointer('flow', 'moves', at, 'batch'), value: true }]
    report(['actions', 'toolbar', index], { code: 'BAD_VALUE', text, fix })
  }
}

/** Reports moves that no form and no workflow, and follow-ups and moves that no button of the list or of an overlay of it runs: only other programs could. */
export function checkMoveButtons({ document, knownNames, report }: FieldsContext): void {
  const written = knownNames.documents.get(asText(document.id) ?? '')
  // The base of an overlay has the buttons that the overlay leaves out.
  if (isOverlay(written)) return
  const overlays = [...knownNames.documents.values()].filter(
    (other) => isOverlay(other) && other.extends === document.id,
  )
  const buttons = [document, ...overlays].flatMap((screen) => {
    const { toolbar, row } = part(screen, 'actions')
    return [...listEntries(toolbar), ...listEntries(row)].map(([, entry]) => getCode(entry))
  })
  for (const [at, { code }] of listObjectEntries(document.followUps))
    if (!buttons.includes(code)) {
      const text = `「${String(code)}」没有按钮，页面上没人能下推，请把 ${JSON.stringify(code)} 写进 actions.row，或删去它`
      report(['followUps', at], { code: 'MISSING_KEY', text })
    }
  const urls = new Set([...knownNames.documents.values()].map((other) => part(other, 'submit').url))
  const led = [...knownNames.documents.values()].flatMap((other) =>
    hasCapability(other, 'leadsRecords') && other.screen === document.id
      ? [other.pass, other.back, other.stop]
      : [],
  )
  for (const [at, { code }] of listObjectEntries(part(document, 'flow').moves)) {
    if (
      buttons.includes(code) ||
      led.includes(code) ||
      urls.has(`/resource/${String(document.id)}/move/${String(code)}`)
    )
      continue
    const text = `动作「${String(code)}」没有按钮，页面上没人能执行，请把 ${JSON.stringify(code)} 写进 actions.row，或删去这个动作`
    report(['flow', 'moves', at], { code: 'MISSING_KEY', text })
  }
}

const getCode = (entry: unknown): unknown => (isJsonObject(entry) ? entry.code : entry)

/** A toolbar does not name the button that its list turns off. */
function checkTurnedOff({ report }: FieldsContext, actions: JsonObject): void {
  for (const [index, entry] of listEntries(actions.toolbar)) {
    const code = getCode(entry)
    if (code !== 'superQuery') continue
    const text = 'list.superQuery 是 false，请删去这个按钮，或删去 list.superQuery'
    report(['actions', 'toolbar', index], { code: 'BAD_VALUE', text })
  }
}

/** A derived table has no buttons that change its records, and no tenant: effects write its rows for all tenants. */
function checkDerived({ report, document }: FieldsContext, actions: JsonObject): void {
  if (part(document, 'table').tenant === true) {
    const text = 'table.derived 的表由动作效果写入，不分租户，请删去 tenant，或删去 derived'
    report(['table', 'tenant'], { code: 'BAD_VALUE', text })
  }
  for (const place of ['toolbar', 'row'])
    for (const [index, entry] of listEntries(actions[place])) {
      const code = getCode(entry)
      if (typeof code !== 'string' || !writingActions.has(code) || hasOwnBehaviour(entry)) continue
      const text = `table.derived 的表只由动作效果写入，请删去按钮「${code}」，或删去 derived`
      report(['actions', place, index], { code: 'BAD_VALUE', text })
    }
}

/** Whether a button does something else than the built-in one of its code. */
const hasOwnBehaviour = (entry: unknown): boolean =>
  isJsonObject(entry) && (entry.open !== undefined || entry.call !== undefined || entry.view !== undefined)

/** Checks the buttons of a list whose rows have the fields of `level`. */
export function checkEntries(
  context: FieldsContext,
  level: Level,
  at: Path,
  actions: JsonObject,
  words: ReadonlySet<string>,
): void {
  for (const place of ['toolbar', 'row']) {
    const seen = new Set<unknown>()
    for (const [index, entry] of listEntries(actions[place])) {
      const path = [...at, place, index]
      const code = getCode(entry)
      if (typeof code === 'string' && seen.has(code)) {
        context.report(path, { code: 'DUPLICATE_NAME', text: `按钮「${code}」重复，请删去一个` })
      }
      seen.add(code)
      checkPlace(context, path, place, entry)
      // Faulty moves and follow-ups may be what a button names.
      if ([path, ['flow'], ['followUps']].some(context.isFaulty)) continue
      if (isJsonObject(entry)) checkButton(context, level, path, entry, words)
      else needWord(context.report, path, entry, words, 'UNKNOWN_NAME', '按钮')
    }
  }
}

/** The built-in buttons that need a row, and those that need none; a print takes the row or the list. */
const buttonsOfPlace: Record<string, readonly BuiltInAction[]> = {
  toolbar: ['add', 'editBatch', 'deleteBatch', 'import', 'export', 'superQuery'],
  row: ['edit', 'detail', 'copy', 'delete', 'history', 'addChild'],
}

/** Reports a built-in button where its list leaves it out. */
function checkPlace({ document, report }: FieldsContext, path: Path, place: string, entry: unknown): void {
  const code = getCode(entry)
  const home = Object.keys(buttonsOfPlace).find((key) => buttonsOfPlace[key]?.some((word) => word === code))
  if (home === undefined || home === place || hasOwnBehaviour(entry)) return
  // Without a tree it is wrong in both places.
  if (code === 'addChild' && document.tree === undefined) return
  const text = `「${String(code)}」只能放在${home === 'row' ? '行内' : '工具栏'}，请移到 ${home}，或删去`
  report(path, { code: 'BAD_VALUE', text })
}

/** Reports words of a button that another one makes idle, and an opened document that has no page. */
function checkPurpose({ knownNames, report }: FieldsContext, path: Path, entry: JsonObject): void {
  const [first, ...others] = ['open', 'view', 'call'].filter((word) => entry[word] !== undefined)
  for (const word of others)
    report([...path, word], { code: 'BAD_VALUE', text: `按钮只做一件事，已经写了 ${first}，请删去其中一个` })
  // Without a purpose the button has a problem of its own.
  if (entry.send !== undefined && first !== undefined && entry.open === undefined) {
    const remedy = entry.call === undefined ? '请删去' : '接口的参数请写进 call.send'
    report([...path, 'send'], { code: 'BAD_VALUE', text: `send 只随 open 带去，${remedy}` })
  }
  const plan = findKindPlan(knownNames.documents.get(asText(entry.open) ?? ''))
  if (!plan || plan.isPage) return
  const text = `文档 ${String(entry.open)} 没有页面，打不开，请换一份界面、表单、报表或看板`
  report([...path, 'open'], { code: 'BAD_VALUE', text })
}

function checkButton(
  context: FieldsContext,
  level: Level,
  path: Path,
  entry: JsonObject,
  words: ReadonlySet<string>,
): void {
  const { knownNames, report } = context
  const code = asText(entry.code)
  // A picker whose request is missing has a problem of its own.
  if (code !== undefined && !words.has(code) && !hasOwnBehaviour(entry) && entry.pick === undefined) {
    const text = `按钮「${code}」没有说做什么，请写 open、view 或 call，或用内置的词`
    report(path, { code: 'UNKNOWN_NAME', text, word: code, words })
  }
  checkPurpose(context, path, entry)
  needWord(report, [...path, 'open'], entry.open, knownNames.ids, 'UNKNOWN_NAME', '文档', 'document')
  needWord(report, [...path, 'view'], entry.view, knownNames.actionViews, 'UNKNOWN_NAME', '登记过的视图')
  needIcon(report, [...path, 'icon'], entry.icon)
  if (entry.pick !== undefined && (entry.call === undefined || path.at(-2) === 'row')) {
    const text = 'pick 只用于工具栏里调用接口的按钮：请写 call，把选中的记录（=ids）发给接口，或删去 pick'
    report([...path, 'pick'], { code: 'BAD_VALUE', text })
  } else needWord(report, [...path, 'pick'], entry.pick, knownNames.pickers, 'UNKNOWN_PICKER', '选择器')
  checkExpression(context, level, [...path, 'when'], entry.when, 'action')
  const target = knownNames.documents.get(asText(entry.open) ?? '')
  for (const [name, value] of Object.entries(part(entry, 'send'))) {
    if (target) checkSentName(context, [...path, 'send', name], target, name)
    const filtered = knownNames.screens.get(asText(entry.open) ?? '')?.get(name)
    if (filtered) checkCondition(context, [...path, 'send', name], filtered, value)
    checkValue(context, level, [...path, 'send', name], value, 'action')
  }
  for (const [name, value] of Object.entries(part(part(entry, 'call'), 'send'))) {
    checkValue(context, level, [...path, 'call', 'send', name], value, 'action')
  }
}

/** Checks that a form takes a parameter, or that a page can be filtered by a field. */
function checkSentName(
  { knownNames, report }: FieldsContext,
  path: Path,
  target: JsonObject,
  name: string,
): void {
  if (!hasCapability(target, 'submitsForm')) {
    needFilter(knownNames, report, path, target, name)
    return
  }
  const params = new Set(listTexts(target.params))
  needWord(report, path, name, params, 'UNKNOWN_NAME', '表单的参数')
}

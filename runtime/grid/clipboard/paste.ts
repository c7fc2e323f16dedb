import type { PastePlan, PasteVerb, TextLookup } from '#runtime/record/paste/paste.ts'
import { planPaste, tileBlock } from '#runtime/record/paste/paste.ts'
import { type Column, formatName, isCellEditable } from '../columns/columns.ts'
import { remainingRows } from '../range/cells.ts'
import { type Block, getHeight, getWidth } from '../state/cell-range.ts'
import type { GridState } from '../state/GridState.ts'
import { listNamedColumns, readHeaderRow } from './header-row.ts'

/** A text that was not pasted, with its cell if there is one. */
export interface PasteIssue {
  place: string
  pastedText: string
  text: string
  rowId?: string
  key?: string
}

/** The result of pasting a block. */
export interface PasteOutcome {
  /** Step name of the entry in the command log. */
  step: string
  taken: number
  passed: number
  addedRows: number
  issues: PasteIssue[]
  verb: PasteVerb
}

const MAX_MARKED = 500
let pastes = 0

/** Texts of reference columns, looked up as the picker would: for each text the values of its row. */
export async function findAll(
  { recordSource, store }: Pick<GridState, 'recordSource' | 'store'>,
  columns: readonly Column[],
  block: readonly (readonly string[])[],
): Promise<Map<string, TextLookup>> {
  const readHead = (key: string) => store.getScope({})(['form', key])
  const found = new Map<string, TextLookup>()
  for (const [at, { key, field, type, isReadOnly }] of columns.entries()) {
    if (!type.findByText || isReadOnly) continue
    const texts = new Set(block.map((row) => (row[at] ?? '').trim()).filter((text) => text !== ''))
    if (texts.size > 0) found.set(key, await type.findByText([...texts], field, recordSource, readHead))
  }
  return found
}

/**
 * Pastes a block of texts from the first cell of the range on: every text through the type of its column, records
 * looked up, rows added as needed, everything one undo step. Rejected cells are marked and returned.
 */
export async function pasteBlock(
  table: GridState,
  texts: readonly (readonly string[])[],
  at: Block,
): Promise<PasteOutcome> {
  const { store, visibleRows, columns, canAdd } = table
  const headed = readHeaderRow(texts, listNamedColumns(table))
  const lines = headed ? headed.rows : tileBlock(texts, getHeight(at), getWidth(at))
  const across = headed ? headed.columns : columns.slice(at.left)
  const first = visibleRows.at(at.top)?.id
  const found = await findAll(table, across, lines)
  // The rows may have moved during the lookup.
  const top = first === undefined ? visibleRows.count : visibleRows.indexOf(first)
  const position = top < 0 ? at : { ...at, top }
  const present = visibleRows.count - position.top
  // A line without a text empties a row, and makes none: a spreadsheet's selection often reaches below its last row.
  const block = lines.filter((line, row) => row < present || line.some((text) => text.trim() !== ''))
  const plan = planPaste({
    block,
    columns: across,
    rows: visibleRows.slice(position.top, position.top + block.length),
    blank: store.blank(),
    room: canAdd ? remainingRows(store) : 0,
    lookup: table.lookup,
    found,
    verb: '粘贴',
    isOpen: (row, column) => isCellEditable(store, row, column as Column),
  })
  const isStill = table.active.get() === null || table.range.get() === at
  const outcome = applyPlan(table, plan, position.top, across, '粘贴')
  for (const title of headed?.unknownTitles ?? [])
    outcome.issues.push({ place: '标题行', pastedText: title, text: '没有这一列，这一列没有粘贴' })
  if (isStill) choose(table, position, block.length, across.slice(0, countColumns(block)))
  return outcome
}

const countColumns = (block: readonly string[][]): number =>
  block.reduce((most, row) => Math.max(most, row.length), 0)

/** Selects the pasted cells. */
function choose(
  { visibleRows, columns, active, range }: GridState,
  at: Block,
  height: number,
  pasted: readonly Column[],
): void {
  const first = visibleRows.at(at.top)
  const last = visibleRows.at(Math.min(at.top + height, visibleRows.count) - 1)
  const inOrder = columns.filter((column) => pasted.includes(column))
  const [left, right] = [inOrder[0], inOrder.at(-1)]
  if (!first || !last || !left || !right) return
  active.set(first.id, left.key, false)
  range.select({ rowId: first.id, key: left.key }, { rowId: last.id, key: right.key })
}

/** Applies a plan from the row `top` on as one undo step, and marks the cells with rejected texts. */
export function applyPlan(
  { store, visibleRows }: Pick<GridState, 'store' | 'visibleRows'>,
  plan: PastePlan,
  top: number,
  across: readonly Column[],
  verb: PasteVerb,
): PasteOutcome {
  pastes += 1
  const step = `paste ${pastes}`
  const ids: string[] = []
  const issues: PasteIssue[] = []
  const targets = visibleRows.slice(top, visibleRows.count).map((row) => row.id)
  store.batch(() => {
    store.setCells(plan.changes, step)
    const added = plan.added.length > 0 ? store.insert(store.rows.length, plan.added, step) : []
    for (const { id } of plan.changes) ids.push(id)
    for (const id of added) {
      ids.push(id)
      targets.push(id)
    }
    store.validateRows(ids)
    for (const { row, column, pastedText, text } of plan.refused) {
      const target = store.row(targets[row] ?? '')
      const key = across[column]?.key
      const isMarked = target && key && issues.length < MAX_MARKED
      if (isMarked) store.refuseText(target.id, key, `「${pastedText.slice(0, 40)}」没有${verb}：${text}`)
      const title = across[column] ? formatName(across[column]) : ''
      issues.push({
        place: `第 ${target ? visibleRows.getNumber(target.id) : top + row + 1} 行 ${title}`.trimEnd(),
        pastedText,
        text,
        ...(target && key ? { rowId: target.id, key } : {}),
      })
    }
  })
  return { step, taken: plan.taken, passed: plan.passed, addedRows: plan.added.length, issues, verb }
}

import { clearedValues } from '#runtime/record/paste/destination-values.ts'
import { PASS } from '#runtime/ui/commands/command.ts'
import type { GridController } from '../controller/GridController.ts'
import { fillTyped } from '../range/fill.ts'
import {
  arrowKeys,
  editableCell,
  type GridCommand,
  type GridContext,
  getArrowStep,
  isChangeable,
  type KeyPress,
  selectedBlock,
} from './grid-command.ts'
import { openByTyping, typeIntoCell } from './type-ahead.ts'

const attribute = ({ target }: KeyPress, name: string): string | null =>
  target instanceof Element ? target.getAttribute(name) : null
/** An open list of the editor handles its own keys. */
const isListOpen = ({ press }: GridContext): boolean =>
  press !== undefined && attribute(press, 'aria-expanded') === 'true'
const isBox = ({ press }: GridContext): boolean => press?.target instanceof HTMLTextAreaElement
const isEditing = ({ grid }: GridContext): boolean => grid.active.get()?.step != null

/** Moves to the next cell of the selected block, or to the next editable cell; else the key leaves the table. */
function tab({ cursor }: GridController, { shiftKey }: KeyPress): unknown {
  const way = shiftKey ? -1 : 1
  return cursor.within(0, way) || cursor.next(way) ? undefined : PASS
}

/** The list accepts its entry first, then the cursor moves on: one Tab for both. */
function tabFromList(grid: GridController, press: KeyPress): typeof PASS {
  press.preventDefault()
  const step = grid.active.get()?.step
  // After the key has reached the list, and before the next key: that one belongs to the next cell.
  const leave = () => {
    window.removeEventListener('keydown', leave)
    if (grid.active.get()?.step !== step) return
    grid.cursor.close()
    tab(grid, press)
  }
  window.addEventListener('keydown', leave)
  // A list may keep the key to itself.
  setTimeout(leave)
  return PASS
}

/** Up and down leave a single-line text; left and right leave only an editor that was opened by typing. */
function isLeaving({ grid, press }: GridContext): boolean {
  if (!(press?.target instanceof HTMLInputElement) || press.target.type !== 'text' || press.shiftKey)
    return false
  return attribute(press, 'role') !== 'combobox' && (getArrowStep(press)[0] !== 0 || grid.active.isEntering)
}

/** Ends editing with Enter, and moves on in the selected block, a row down or up, or into a new row. */
function finish({ grid, press }: GridContext): void {
  const { cursor, visibleRows, active } = grid
  const rowId = active.get()?.rowId ?? ''
  const isLast = visibleRows.indexOf(rowId) === visibleRows.count - 1
  cursor.close()
  if (cursor.within(press?.shiftKey ? -1 : 1, 0)) return
  if (press?.shiftKey) cursor.step(-1, 0)
  else if (isLast) grid.append()
  else cursor.down()
}

/** Opening, ending and leaving the editor of a cell. */
export const editCommands: readonly GridCommand[] = [
  {
    id: 'edit',
    title: '编辑单元格，F2 接在原文之后',
    keys: ['Enter', 'F2'],
    isOffered: isChangeable,
    isAvailable: ({ grid }) => editableCell(grid) !== null,
    run({ grid, press }) {
      const now = grid.active.get()
      if (now) grid.cursor.go(now.rowId, now.key, press?.key === 'F2' ? 'end' : true)
    },
  },
  {
    id: 'down',
    title: '下移一行；末行新增一行',
    keys: ['Enter'],
    keyText: 'Enter（不可填写的单元格）',
    run({ grid }) {
      if (!grid.cursor.down()) grid.append()
    },
  },
  {
    id: 'type',
    title: '按名称、编号、拼音首字母匹配；↓ ↑ 选择，回车取用并到下一格',
    keys: ['Character'],
    keyText: '输入文字（选择类单元格）',
    modes: ['cells', 'editor'],
    isOffered: isChangeable,
    isAvailable: (context) => !isEditing(context) || !isListOpen(context),
    run(context) {
      const { grid, press } = context
      if (!press) return PASS
      return (isEditing(context) ? typeIntoCell(grid, press, false) : openByTyping(grid, press))
        ? undefined
        : PASS
    },
  },
  {
    id: 'browse',
    title: '打开下拉列表或选择窗口',
    keys: ['F4'],
    keyText: 'F4 / Alt + ↓（编辑中）',
    isOffered: isChangeable,
    isAvailable: ({ grid }) => editableCell(grid) !== null,
    run({ grid }) {
      const now = grid.active.get()
      grid.active.willBrowse = true
      if (now) grid.cursor.go(now.rowId, now.key, true)
    },
  },
  {
    id: 'retype',
    title: '清空本格并输入',
    keys: ['Backspace'],
    isOffered: isChangeable,
    isAvailable: ({ grid }) => editableCell(grid) !== null,
    run({ grid }) {
      const cell = editableCell(grid)
      if (!cell) return
      const { store, active, cursor } = grid
      const { rowId, key } = cell.now
      // A reference column is only cleared.
      if (!cell.column.type.findByText) {
        cursor.go(rowId, key, true)
        active.isEntering = true
      }
      store.setCells([{ id: rowId, values: clearedValues(cell.column) }], active.get()?.step ?? undefined)
    },
  },
  {
    id: 'next',
    title: '到后一个、前一个可编辑单元格',
    keys: ['Tab', 'Shift+Tab'],
    modes: ['cells', 'editor'],
    isOffered: isChangeable,
    run(context) {
      const { grid, press } = context
      if (!press) return PASS
      if (!isEditing(context)) return tab(grid, press)
      if (isListOpen(context)) return tabFromList(grid, press)
      grid.cursor.close()
      tab(grid, press)
    },
  },
  {
    id: 'finish',
    title: '完成输入，到下一行（加 Shift 到上一行）；末行新增一行',
    keys: ['Enter', 'Shift+Enter'],
    keyText: 'Enter（编辑中）',
    modes: ['editor'],
    isOffered: isChangeable,
    // In a box of several lines Enter inserts a line break.
    isAvailable: (context) => !isListOpen(context) && !isBox(context),
    run: finish,
  },
  {
    id: 'fill-typed',
    title: '结束长文本编辑；选中多格时，把输入填满选区',
    keys: ['Mod+Enter'],
    modes: ['editor'],
    isOffered: isChangeable,
    isAvailable: (context) => !isListOpen(context),
    run(context) {
      const { grid } = context
      const [now, block] = [grid.active.get(), selectedBlock(grid)]
      if (isBox(context) && !block) return finish(context)
      grid.cursor.close()
      if (now && block) fillTyped(grid, block, now)
    },
  },
  {
    id: 'leave',
    title: '完成直接输入，移动到相邻单元格',
    keys: arrowKeys(),
    keyText: '方向键（编辑中）',
    modes: ['editor'],
    isOffered: isChangeable,
    isAvailable: (context) => !isListOpen(context) && isLeaving(context),
    run({ grid, press }) {
      grid.cursor.close()
      grid.cursor.step(...getArrowStep(press))
    },
  },
  {
    id: 'stay',
    title: '方向键改为在格内移动光标',
    keys: ['F2'],
    keyText: 'F2（编辑中）',
    modes: ['editor'],
    isOffered: isChangeable,
    isAvailable: (context) => !isListOpen(context),
    run({ grid: { active } }) {
      active.isEntering = !active.isEntering
    },
  },
  {
    id: 'cancel',
    title: '放弃输入',
    keys: ['Escape'],
    keyText: 'Esc（编辑中）',
    modes: ['editor'],
    isOffered: isChangeable,
    isAvailable: (context) => !isListOpen(context),
    run({ grid: { active, cursor, store } }) {
      const now = active.get()
      if (!now) return
      const { pending } = store
      const before = pending.get(now.rowId, now.key) ?? null
      cursor.close()
      if (now.step !== null) store.cancel(now.step)
      // The editor may have stored its unreadable text when it closed.
      if (pending.get(now.rowId, now.key)?.endsWithChange) pending.set(now.rowId, now.key, before)
    },
  },
]

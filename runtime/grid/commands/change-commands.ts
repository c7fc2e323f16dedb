import { formatDate, formatDateTime } from '#runtime/kernel/time.ts'
import { noLookup } from '#runtime/schema/field-value.ts'
import { PASS } from '#runtime/ui/commands/command.ts'
import { type ColumnWidthContext, columnWidthCommands } from '#runtime/ui/layout/column-width-commands.ts'
import type { GridController } from '../controller/GridController.ts'
import { clearBlock } from '../range/cells.ts'
import { fillDown, fillRight } from '../range/fill.ts'
import {
  editableCell,
  type GridCommand,
  type GridContext,
  getArrowStep,
  isChangeable,
} from './grid-command.ts'

/** Inserts today into the cell in the format of its column; a datetime column also gets the time of day. */
function insertToday(grid: GridController): void {
  const cell = editableCell(grid)
  if (!cell) return
  const { type, field } = cell.column
  const { rowId, key } = cell.now
  const now = new Date()
  const text = type.column?.(field)?.type === 'timestamp' ? formatDateTime(now) : formatDate(now)
  const read = type.fromText(text, field, noLookup)
  if (read.ok) grid.store.setCell(rowId, key, type.toWire(read.value, field))
}

/** Changing the selected cells. The clipboard commands are carried out by the events that the browser sends for them. */
export const changeCommands: readonly GridCommand[] = [
  {
    id: 'clear',
    title: '清空选区',
    keys: ['Delete'],
    isOffered: isChangeable,
    run({ grid }) {
      const block = grid.range.get()
      if (block) clearBlock(grid, block)
    },
  },
  {
    id: 'today',
    title: '填入今天的日期',
    keys: ['Mod+;', 'Mod+；'],
    keyText: 'Ctrl + ;',
    isOffered: isChangeable,
    run: ({ grid }) => insertToday(grid),
  },
  { id: 'cut', title: '剪切选区', keys: ['Mod+X', 'Shift+Delete'], isOffered: isChangeable, run: () => PASS },
  { id: 'paste', title: '粘贴到选区', keys: ['Mod+V'], isOffered: isChangeable, run: () => PASS },
  {
    id: 'fill-down',
    title: '用首行向下填充（双击填充柄：填到相邻列的末行）',
    keys: ['Mod+D'],
    isOffered: isChangeable,
    isAvailable: ({ grid }) => grid.range.get() !== null,
    run({ grid }) {
      const block = grid.range.get()
      if (block) fillDown(grid, block)
    },
  },
  {
    id: 'fill-right',
    title: '用首列向右填充',
    keys: ['Mod+R'],
    isOffered: isChangeable,
    isAvailable: ({ grid }) => grid.range.get() !== null,
    run({ grid }) {
      const block = grid.range.get()
      if (block) fillRight(grid, block)
    },
  },
  {
    id: 'replace',
    title: '替换',
    keys: ['Mod+H'],
    isOffered: isChangeable,
    run: ({ grid }) => grid.openFind(true),
  },
]

const { resize, reset } = columnWidthCommands

/** The active column as its width commands need it. */
const readWidth = ({ grid, press }: GridContext): ColumnWidthContext => {
  const column = grid.findColumn(grid.active.get()?.key)
  return {
    key: press?.key,
    width: column?.width ?? 0,
    setWidth: (width) => column && grid.setWidth(column.key, width),
  }
}

/** Width of the active column, and the order of the rows by it. */
export const columnCommands: readonly GridCommand[] = [
  { ...resize, run: (context) => resize.run(readWidth(context)) },
  { ...reset, run: (context) => reset.run(readWidth(context)) },
  {
    id: 'sort',
    title: '按本列升序、降序排列',
    keys: ['Mod+Alt+ArrowUp', 'Mod+Alt+ArrowDown'],
    isOffered: ({ grid }) => grid.view.get().canSort,
    isAvailable: ({ grid }) => grid.findColumn(grid.active.get()?.key)?.isSortable === true,
    run({ grid, press }) {
      const now = grid.active.get()
      if (now) grid.sortBy(now.key, getArrowStep(press)[0] > 0)
    },
  },
]

import { PASS } from '#runtime/ui/commands/command.ts'
import type { GridController } from '../controller/GridController.ts'
import type { Block } from '../state/cell-range.ts'
import { arrowKeys, type GridCommand, getArrowStep, type KeyPress, selectedBlock } from './grid-command.ts'

/** Rows and columns to the first or last row or column, or by a page. */
function distance(
  grid: GridController,
  { key, ctrlKey, metaKey }: KeyPress,
): [rows: number, columns: number] {
  const { visibleRows, columns, surface } = grid
  const page = surface?.rowsInPage() ?? 1
  const far = key === 'Home' || key === 'PageUp' ? -1 : 1
  if (key.startsWith('Page')) return [far * page, 0]
  return [ctrlKey || metaKey ? far * visibleRows.count : 0, far * columns.length]
}

/** Selects all rows, limited to the columns of a given block. Cursor and scroll position stay. */
function selectRows({ visibleRows, columns, range }: GridController, block: Block | null): void {
  const [first, last] = [visibleRows.at(0), visibleRows.at(visibleRows.count - 1)]
  const [left, right] = block ? [columns[block.left], columns[block.right]] : [columns[0], columns.at(-1)]
  if (!first || !last || !left || !right) return
  range.select({ rowId: first.id, key: left.key }, { rowId: last.id, key: right.key })
}

/** Moving the cursor and selecting cells. */
export const moveCommands: readonly GridCommand[] = [
  {
    id: 'move',
    title: '移动到相邻单元格',
    keys: arrowKeys(),
    run: ({ grid, press }) => void grid.cursor.step(...getArrowStep(press)),
  },
  {
    id: 'row-edge',
    title: '到本行首格、末格',
    keys: ['Home', 'End'],
    run: ({ grid, press }) => void (press && grid.cursor.step(...distance(grid, press))),
  },
  {
    id: 'page',
    title: '上翻、下翻一页',
    keys: ['PageUp', 'PageDown'],
    run: ({ grid, press }) => void (press && grid.cursor.step(...distance(grid, press))),
  },
  {
    id: 'jump',
    title: '到连续数据的边缘',
    keys: arrowKeys('Mod+'),
    run: ({ grid, press }) => grid.cursor.jump(...getArrowStep(press)),
  },
  {
    id: 'table-edge',
    title: '到表格首格、末格',
    keys: ['Mod+Home', 'Mod+End'],
    run: ({ grid, press }) => void (press && grid.cursor.step(...distance(grid, press))),
  },
  {
    id: 'extend',
    title: '扩大或缩小选区',
    keys: [
      ...arrowKeys('Shift+'),
      ...arrowKeys('Mod+Shift+'),
      ...['Shift+Home', 'Shift+End', 'Shift+PageUp', 'Shift+PageDown', 'Mod+Shift+Home', 'Mod+Shift+End'],
    ],
    keyText: 'Shift + 移动键',
    run({ grid, press }) {
      if (!press) return
      if (press.key.startsWith('Arrow'))
        grid.cursor.extend(...getArrowStep(press), press.ctrlKey || press.metaKey)
      else grid.cursor.extend(...distance(grid, press))
    },
  },
  { id: 'select-all', title: '选中全部单元格', keys: ['Mod+A'], run: ({ grid }) => selectRows(grid, null) },
  {
    id: 'select-columns',
    title: '选中整列',
    keys: ['Mod+Space'],
    run: ({ grid }) => selectRows(grid, grid.range.get()),
  },
  {
    id: 'within',
    title: '在选区内逐格向下、向右；加 Shift 反向',
    keys: ['Enter', 'Shift+Enter', 'Tab', 'Shift+Tab'],
    keyText: 'Enter / Tab（选中多格）',
    isAvailable: ({ grid }) => selectedBlock(grid) !== null,
    run({ grid, press }) {
      const way = press?.shiftKey ? -1 : 1
      if (press?.key === 'Tab') grid.cursor.within(0, way)
      else grid.cursor.within(way, 0)
    },
  },
  {
    id: 'collapse-range',
    title: '取消选区、拖动',
    keys: ['Escape'],
    isAvailable: ({ grid }) => selectedBlock(grid) !== null,
    run({ grid, press }) {
      grid.range.collapse()
      // The surrounding form keeps its own Esc for the next time.
      press?.stopPropagation()
    },
  },
  { id: 'copy', title: '复制选区', keys: ['Mod+C'], run: () => PASS },
  { id: 'find', title: '查找', keys: ['Mod+F'], run: ({ grid }) => grid.openFind(false) },
]

import type { GridCommand, GridContext } from './grid-command.ts'

const isTree = ({ grid }: GridContext): boolean => grid.tree !== null

/** Expanding and collapsing the branches of a tree. */
export const treeCommands: readonly GridCommand[] = [
  {
    id: 'expand',
    title: '展开本行的下级',
    keys: ['Alt+ArrowRight'],
    isOffered: isTree,
    run: ({ grid, rows: [rowId] }) => rowId !== undefined && grid.fold(rowId, true),
  },
  {
    id: 'collapse',
    title: '收起本行的下级；已收起时到上级',
    keys: ['Alt+ArrowLeft'],
    isOffered: isTree,
    run({ grid, rows: [rowId = ''] }) {
      const place = grid.tree?.findPlace(rowId)
      if (place?.hasChildren && grid.tree?.isOpen(rowId)) grid.fold(rowId, false)
      else if (place?.above) grid.cursor.go(place.above, grid.active.get()?.key ?? '')
    },
  },
  {
    id: 'expand-all',
    title: '全部展开',
    keys: ['Alt+Shift+ArrowRight'],
    isOffered: isTree,
    isInBar: ({ grid }) => grid.tree?.isAnyOpen === false,
    run: ({ grid }) => grid.fold('all', true),
  },
  {
    id: 'collapse-all',
    title: '全部收起',
    keys: ['Alt+Shift+ArrowLeft'],
    isOffered: isTree,
    isInBar: ({ grid }) => grid.tree?.isAnyOpen === true,
    run: ({ grid }) => grid.fold('all', false),
  },
]

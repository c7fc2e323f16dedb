import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ChangeEvent, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { ToolbarSlot } from '#runtime/ui/layout/toolbar-slot.ts'
import type { GridClipboard } from '../clipboard/GridClipboard.ts'
import type { GridContext } from '../commands/grid-command.ts'
import { barCommands } from '../commands/grid-commands.ts'
import { buildContext, useCommands } from '../commands/useCommands.ts'
import type { GridController } from '../controller/GridController.ts'
import { RowPicker } from '../rows/RowPicker.tsx'

interface Props {
  grid: GridController
  /** Content at the end of the bar. */
  children: ReactNode
}

/** The buttons by the ids of their commands: what they have besides the title. */
const LOOKS: Readonly<Record<string, { icon?: ReactNode; title?: string }>> = {
  'add-row': { icon: <PlusOutlined /> },
  'import-rows': { title: '从 Excel 文件加入明细，第一行写列名' },
}

const shownCommands = (context: GridContext) =>
  barCommands(context).filter((command) => command.isInBar?.(context))

/** Above the rows: the commands of the toolbar, and view options at the end. */
export function ToolBar({ grid, children }: Props) {
  const slot = useContext(ToolbarSlot)
  const commands = useCommands(grid, shownCommands)
  const bar = (
    <div className={slot ? 'detail-bar is-beside' : 'detail-bar'}>
      {commands.map(({ command, canRun }) => (
        <Button
          key={command.id}
          size="small"
          danger={command.isDanger}
          disabled={!canRun}
          onClick={() => command.run(buildContext(grid))}
          {...LOOKS[command.id]}
        >
          {command.title}
        </Button>
      ))}
      <RowPicker grid={grid} />
      {grid.clipboard?.canImport ? <WorkbookInput clipboard={grid.clipboard} /> : null}
      <span className="detail-bar-end">
        <Button
          size="small"
          type="text"
          icon={<SearchOutlined />}
          aria-label="在明细中查找"
          title="查找和替换 Ctrl F"
          onClick={() => grid.openFind(!grid.isFrozen)}
        />
        {children}
      </span>
    </div>
  )
  return slot ? createPortal(bar, slot) : bar
}

/** Chooses a workbook whose rows are added. */
function WorkbookInput({ clipboard }: { clipboard: GridClipboard }) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file can be chosen again after it was corrected.
    target.value = ''
    if (file) void clipboard.importFile(file)
  }
  return (
    <input
      ref={(input) => {
        clipboard.chooseFile = input && (() => input.click())
      }}
      type="file"
      accept=".xls,.xlsx"
      hidden
      aria-label="明细文件"
      onChange={choose}
    />
  )
}

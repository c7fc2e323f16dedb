import { QuestionCircleOutlined } from '@ant-design/icons'
import { Fragment } from 'react'
import { isOffered } from '#runtime/ui/commands/command.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { gridCommands } from '../commands/grid-commands.ts'
import type { GridController } from '../controller/GridController.ts'
import { useGridView } from '../state/hooks.ts'
import { BarPopover } from './BarPopover.tsx'

/** The keys of the commands that the table offers. */
export function KeyHelp({ grid }: { grid: GridController }) {
  useGridView(grid)
  const context = { grid, rows: [] }
  return (
    <BarPopover label="快捷键" title="快捷键" icon={<QuestionCircleOutlined />}>
      <dl className="detail-keys" tabIndex={0} aria-label="快捷键">
        {gridCommands
          .filter((command) => command.keys.length > 0 && isOffered(command, context))
          .map((command) => (
            <Fragment key={command.id}>
              <dt>
                <kbd>{keyLabel(command)}</kbd>
              </dt>
              <dd>{command.title}</dd>
            </Fragment>
          ))}
      </dl>
    </BarPopover>
  )
}

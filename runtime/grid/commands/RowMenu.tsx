import { canRun, isOffered } from '#runtime/ui/commands/command.ts'
import { ContextMenu } from '#runtime/ui/overlay/ContextMenu.tsx'
import type { GridController } from '../controller/GridController.ts'
import { useOpenPart } from '../state/hooks.ts'
import type { GridContext } from './grid-command.ts'
import { paneCommands, rowCommands } from './row-commands.ts'

const isInMenu = ({ places }: (typeof rowCommands)[number]): boolean => places?.includes('menu') === true

/** One menu for all rows, at the pointer position; rendered only while it is open. */
export function RowMenu({ grid }: { grid: GridController }) {
  const position = useOpenPart(grid, 'menu')
  if (!position) return null
  const context: GridContext = { grid, rows: [position.rowId] }
  const panes = paneCommands(context)
  const changes =
    grid.store.detail.rowMenu === false
      ? []
      : rowCommands.filter((command) => isInMenu(command) && isOffered(command, context))
  const close = () => {
    grid.close('menu')
    grid.surface?.focus()
  }
  const buildItem = (command: (typeof changes)[number]) => ({
    key: command.id,
    label: command.title,
    disabled: !canRun(command, context),
    danger: command.isDanger,
  })
  return (
    <ContextMenu
      x={position.x}
      y={position.y}
      items={[
        ...panes.map(buildItem),
        ...(panes.length > 0 && changes.length > 0 ? [{ type: 'divider' as const }] : []),
        ...changes.map(buildItem),
      ]}
      onPick={(key) => {
        const picked = [...panes, ...changes].find(({ id }) => id === key)
        picked?.run(context)
        close()
      }}
      onClose={close}
    />
  )
}

import { StopPropagation } from '#runtime/ui/StopPropagation.tsx'
import type { GridController } from '../controller/GridController.ts'
import { useOpenPart } from '../state/hooks.ts'

/** The picker that adds several rows at once: one for each picked record. */
export function RowPicker({ grid }: { grid: GridController }) {
  const key = useOpenPart(grid, 'picker')
  const column = key === null ? undefined : grid.findColumn(key)
  const PickRows = column?.type.RowPicker
  if (!column || !PickRows) return null
  return (
    <StopPropagation>
      <PickRows
        field={column.field}
        onRows={async (rows, isAll) => {
          if (!isAll) return grid.addRows(rows, column.key)
          const { addMissingRows } = await import('../controller/picked-rows.ts')
          addMissingRows(grid, rows, column)
        }}
        onClose={() => grid.close('picker')}
      />
    </StopPropagation>
  )
}

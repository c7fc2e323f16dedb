import { movesTable } from '../../moves.ts'
import type { PrintBlockPlan } from './block-plan.ts'

/** A row for each move; nothing for a record without moves. */
export const movesPlan: PrintBlockPlan<'moves'> = {
  needsMoves: true,
  compile({ title, keep }, { screen: { flow }, env: { moves = [] } }) {
    if (!flow || moves.length === 0) return []
    const table = movesTable(flow, moves)
    const columns = table.columns.map((column) => ({ ...column, align: 'left' as const }))
    return [{ type: 'table', title: title ?? table.title, columns, rows: table.rows, ...(keep && { keep }) }]
  },
}

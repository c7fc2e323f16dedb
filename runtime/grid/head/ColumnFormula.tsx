import { useRecordModel } from '../../contract/model-context.tsx'
import { FormulaMark } from '../../ui/state/FormulaMark.tsx'
import type { Column } from '../columns/columns.ts'
import type { GridState } from '../state/GridState.ts'

/** The formula of a computed column, evaluated with the values of the active row. */
export function ColumnFormula({
  table: { store, visibleRows, active },
  column,
}: {
  table: GridState
  column: Column
}) {
  const model = useRecordModel()
  const explain = () => {
    const row = store.row(active.get()?.rowId ?? '') ?? visibleRows.at(0)
    const explained = model.explain(column.key, store.detail.key, row?.id)
    if (!explained) return null
    if (!row) return { formula: explained.formula, figures: '' }
    return { ...explained, place: `第 ${visibleRows.getNumber(row.id)} 行` }
  }
  return <FormulaMark title={column.title} scale={column.field.scale} explain={explain} />
}

import { Popover } from 'antd'
import { useRecordModel } from '../model-context.tsx'
import type { Column } from './columns.ts'
import type { TableView } from './table-view.ts'

/** The fx of a computed column: says how, and works it out with the figures of the cursor's row. */
export function FormulaMark({ table, column }: { table: TableView; column: Column }) {
  return (
    <Popover
      trigger="click"
      destroyOnHidden
      title={column.title}
      content={<Explanation table={table} column={column} />}
    >
      <button type="button" className="detail-fx" aria-label={`${column.title}的算法`}>
        fx
      </button>
    </Popover>
  )
}

function Explanation({ table: { store, active }, column }: { table: TableView; column: Column }) {
  const model = useRecordModel()
  const row = store.row(active.get()?.rowId ?? '') ?? store.rows[0]
  const explained = model.explain(column.key, store.detail.key, row?.id)
  if (!explained) return null
  const { scale } = column.field
  return (
    <div className="detail-explained">
      <div className="detail-word">自动计算{scale === undefined ? '' : `，保留 ${scale} 位小数`}</div>
      <div>{explained.formula}</div>
      {row ? (
        <div className="detail-worked">
          第 {store.indexOf(row.id) + 1} 行　{explained.figures}
        </div>
      ) : null}
    </div>
  )
}

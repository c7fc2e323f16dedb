import type { ListRow } from '#runtime/data/list-source.ts'
import { isBlank } from '#runtime/kernel/json.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { RecordLink, renderCell } from '../list-kit/table/CellView.tsx'
import type { Board } from './useBoard.ts'

/** Title and further values of a record. */
export function CardText({ state: { board, list, findColors }, row }: { state: Board; row: ListRow }) {
  const { lookup } = useServices()
  const { title, subtitle } = board
  const colors = findColors(row)
  const name = printValue(title, row, lookup) || '（无标题）'
  return (
    <>
      <div className="pro-board-title" data-color={colors?.cell(title.key)}>
        {list.plan.canDetail ? (
          <RecordLink id={row.id} list={list}>
            {name}
          </RecordLink>
        ) : (
          name
        )}
      </div>
      <dl>
        {subtitle
          .filter(({ key }) => !isBlank(row[key]))
          .map((column) => (
            <div key={column.key}>
              <dt>{column.title}</dt>
              <dd data-color={colors?.cell(column.key)}>{renderCell(column, row)}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}

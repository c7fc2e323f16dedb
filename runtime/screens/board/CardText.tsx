import type { ListRow } from '#runtime/data/list-source.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { RecordName, RecordValues } from '../list-kit/table/RecordText.tsx'
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
        <RecordName list={list} row={row} name={name} />
      </div>
      <RecordValues columns={subtitle} row={row} colors={colors} />
    </>
  )
}

import { useState } from 'react'
import type { ShownKey } from '#runtime/compile/panel/panel.ts'
import type { CountedCell } from '#runtime/record/panel/counted-records.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import type { BlockData } from '../../useBlock.ts'
import { CrossTable } from './CrossTable.tsx'
import type { Cross } from './cross-table.ts'

const CountedRecords = lazyDialog(async () => (await import('./CountedRecords.tsx')).CountedRecords)

interface Props {
  block: Block<'table'>
  cross: Cross
  keys: readonly ShownKey[]
  state: BlockData
  data: Records
}

/** A cross table, and the records of the figure that was opened. */
export function CrossBlock({ block, cross, keys, state, data }: Props) {
  const [cell, setCell] = useState<CountedCell | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const open = (opened: CountedCell) => {
    setCell(opened)
    setOpened(true)
  }
  return (
    <>
      <CrossTable title={block.title} cross={cross} keys={keys} data={data} onOpen={open} />
      {wasOpened && <CountedRecords block={block} state={state} cell={cell} onClose={() => setCell(null)} />}
    </>
  )
}

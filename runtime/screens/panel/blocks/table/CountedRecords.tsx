import { Button, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { readColumns } from '#runtime/compile/list.ts'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { listKeys, MAX_ENTRIES } from '#runtime/record/panel/block-request.ts'
import { type CountedCell, exactly, hasValues } from '#runtime/record/panel/counted-records.ts'
import type { Records } from '#runtime/record/panel/records.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import { isDateKey } from '#runtime/schema/kinds/panel/blocks/group-params.ts'
import type { Block } from '#runtime/schema/kinds/panel/shape.ts'
import { LookupProvider, useServices } from '#runtime/services/services.tsx'
import { BlockBody } from '../../BlockFrame.tsx'
import { RowsTable } from '../../RowsTable.tsx'
import { type BlockData, useBlock } from '../../useBlock.ts'
import { useShownKeys } from '../../useShownKeys.ts'

interface Props {
  block: Block<'table'>
  state: BlockData
  cell: CountedCell | null
  onClose(): void
}

const MAX_COLUMNS = 6
const FIRST_ROWS = 20

/** The records that a figure of a cross table counts, as the user may see them. */
export const CountedRecords = ({ block, state, cell, onClose }: Props) => (
  <Drawer open={cell !== null} title={cell?.title} size="large" destroyOnHidden onClose={onClose}>
    {cell && <CellRecords key={cell.title} block={block} state={state} cell={cell} />}
  </Drawer>
)

type RecordsProps = Pick<Props, 'block' | 'state'> & { cell: CountedCell }

function CellRecords({ block, state, cell }: RecordsProps) {
  const types = useFieldTypes()
  const { can } = useServices()
  const { document } = state
  const fields = useMemo(
    () => (document ? readColumns(document, { types, can }).map(({ key }) => key) : listKeys(block)),
    [document, types, can, block],
  )
  const listed = useMemo((): Block<'table'> => {
    const { cross: _, ...rest } = block
    return { ...rest, fields: fields.slice(0, MAX_COLUMNS) }
  }, [block, fields])
  const isSummed = 'screen' in block.source && asDocumentWith(document, 'hasTable')?.url?.list === undefined
  return isSummed ? (
    <ReadRecords block={listed} cross={block.cross} document={document} cell={cell} />
  ) : (
    <LoadedRecords block={listed} state={state} cell={cell} />
  )
}

interface ReadProps {
  block: Block<'table'>
  cross: Block<'table'>['cross']
  document: BlockData['document']
  cell: CountedCell
}

/** The server reads the records with the conditions of the block and the values of the cell. */
function ReadRecords({ block, cross, document, cell }: ReadProps) {
  const types = useFieldTypes()
  const [size, setSize] = useState(FIRST_ROWS)
  const counted = useMemo((): Block<'table'> => {
    const conditions = exactly(cell.values, cross?.dateUnit, (key) => isDateKey(key, document, types))
    const { sort: _, ...source } = block.source as Extract<typeof block.source, { screen: string }>
    const query = {
      ...source.query,
      ...(conditions.length > 0 && { superQueryParams: JSON.stringify(conditions) }),
    }
    return { ...block, source: { ...source, query, pageSize: size } }
  }, [block, cross, document, types, cell, size])
  const answer = useBlock(counted)
  const total = answer.data?.total ?? 0
  const count = answer.data?.records.length ?? 0
  return (
    <>
      <Rows block={counted} state={answer} />
      {total > count && size < MAX_ENTRIES && (
        <Button type="link" onClick={() => setSize(MAX_ENTRIES)}>
          共 {total} 条，再看 {Math.min(total, MAX_ENTRIES) - count} 条
        </Button>
      )}
      {count === MAX_ENTRIES && total > count && (
        <p className="pro-block-cut">
          共 {total} 条，只列前 {count} 条
        </p>
      )}
    </>
  )
}

/** The rows of a report or a call have been loaded already. */
function LoadedRecords({ block, state, cell }: RecordsProps) {
  const data = useMemo((): Records | undefined => {
    const records = state.data?.records.filter((record) => hasValues(record, cell.values)) ?? []
    return { records: records.slice(0, MAX_ENTRIES), total: records.length }
  }, [state.data, cell])
  return <Rows block={block} state={{ ...state, data }} />
}

function Rows({ block, state }: Pick<Props, 'block' | 'state'>) {
  const { keys, lookup } = useShownKeys(block, state.document)
  return (
    <BlockBody block={state}>
      <LookupProvider lookup={lookup}>
        {state.data && <RowsTable title="记录" keys={keys} data={state.data} path={state.path} />}
      </LookupProvider>
    </BlockBody>
  )
}

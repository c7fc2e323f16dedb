import { Tabs } from 'antd'
import { errorText } from '#runtime/kernel/errors.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { DetailField, ScreenDocument } from '#runtime/schema/types.ts'
import { ListBody, ListRows } from '../list-kit/parts/ListBody.tsx'
import { ListForms } from '../list-kit/parts/ListForms.tsx'
import { ListSheet } from '../list-kit/parts/ListSheet.tsx'
import { ListContext } from '../list-kit/parts/list-context.tsx'
import { useInnerRows } from './useInnerTables.ts'

interface Props {
  screen: ScreenDocument
  details: readonly DetailField[]
  master: string
}

/** Content below an expanded row: one table, or several as tabs. */
export function InnerTables({ screen, details, master }: Props) {
  const [first, ...others] = details
  if (!first) return null
  if (others.length === 0) return <InnerRows screen={screen} detail={first} master={master} />
  return (
    <Tabs
      size="small"
      className="pro-inner"
      items={details.map((detail) => ({
        key: detail.key,
        label: getTitle(detail),
        children: <InnerRows screen={screen} detail={detail} master={master} />,
      }))}
    />
  )
}

function InnerRows({ screen, detail, master }: Omit<Props, 'details'> & { detail: DetailField }) {
  const rows = useInnerRows(screen, detail, master)
  return (
    <ListContext screen={rows.screen} list={rows.list} isEmbedded>
      <ListSheet isBare>
        <ListBody>
          <ListRows isBare failure={errorText('SUBTABLE_FAILED')} />
        </ListBody>
      </ListSheet>
      <ListForms />
    </ListContext>
  )
}

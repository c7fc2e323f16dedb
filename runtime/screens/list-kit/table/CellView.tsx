import { Link } from 'react-router-dom'
import { fillHref } from '#runtime/compile/list/url.ts'
import type { Column } from '#runtime/compile/plan.ts'
import type { ListRow } from '#runtime/data/list-source.ts'
import { RowCell } from '#runtime/fields/kit/RowCell.tsx'
import { isBlank } from '#runtime/kernel/json.ts'
import { isSafeLink } from '#runtime/kernel/text/html.ts'
import { printValue } from '#runtime/record/print-value.ts'
import { useServices } from '#runtime/services/services.tsx'
import { lazyControl } from '#runtime/ui/lazy.tsx'
import { StateTag } from '#runtime/ui/state/StateTag.tsx'
import type { List } from '../useList.ts'

const RecordLinks = lazyControl(async () => (await import('./RecordLinks.tsx')).RecordLinks)

interface Props {
  column: Column
  row: ListRow
  list: List
}

/** One value of a row, as a link to the record if its column is one. */
export function CellView({ column, row, list }: Props) {
  const isEmpty = isBlank(row[column.key])
  if (!column.isLink || row[`${column.key}_links`] || (column.tag && !isEmpty)) return renderCell(column, row)
  return (
    <RecordLink id={row.id} list={list}>
      {isEmpty ? undefined : renderCell(column, row)}
    </RecordLink>
  )
}

/** One value of a row: a tag, an external link, or the cell of the type; a pale dash for no value. */
export function renderCell(column: Column, row: ListRow): React.ReactNode {
  const { key, field, tag } = column
  const raw = row[key]
  const links = row[`${key}_links`]
  if (Array.isArray(links)) return <RecordLinks links={links} />
  if (isBlank(raw)) return <NoValue />
  if (tag) return <StateCell column={column} row={row} />
  const cell = <RowCell column={column} row={row} />
  return field.href && !column.isLink ? (
    <ExternalLink href={fillHref(field.href, row)}>{cell}</ExternalLink>
  ) : (
    cell
  )
}

export const NoValue = () => <span className="pro-none">—</span>

export function StateCell({ column, row }: Pick<Props, 'column' | 'row'>) {
  const { lookup } = useServices()
  const { key, tag } = column
  if (isBlank(row[key])) return null
  return <StateTag value={row[key]} text={printValue(column, row, lookup)} tags={tag} />
}

/** A real link: it opens in place, or in a new window on request. A list without an address has a button. */
export function RecordLink({
  id,
  list,
  children = '查看',
}: {
  id: string
  list: List
  children?: React.ReactNode
}) {
  const form = { mode: 'detail', id } as const
  if (!list.formLink)
    return (
      <button type="button" className="pro-record" onClick={() => list.change({ form })}>
        {children}
      </button>
    )
  return (
    <Link className="pro-record" {...list.formLink(form)}>
      {children}
    </Link>
  )
}

/** A path of this system opens in place, a web address in a new window; any other address is no link. */
const ExternalLink = ({ href, children }: { href: string; children: React.ReactNode }) =>
  !isSafeLink(href) ? (
    children
  ) : href.startsWith('/') ? (
    <Link to={href}>{children}</Link>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )

import { RecordLink } from '../list-kit/table/CellView.tsx'
import { EntryLabel } from './EntryLabel.tsx'
import type { Calendar } from './useCalendar.ts'
import type { Entry } from './week-layout.ts'

/** The title of a record, which opens its form where the user may see it. */
export function EntryLink({ state: { list, calendar }, entry }: { state: Calendar; entry: Entry }) {
  const label = <EntryLabel entry={entry} calendar={calendar} />
  if (!list.plan.canDetail) return <span>{label}</span>
  return (
    <RecordLink id={entry.row.id} list={list}>
      {label}
    </RecordLink>
  )
}

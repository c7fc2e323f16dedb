import type { ListRow } from '#runtime/data/list-source.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { ListScreen } from '../list-kit/ListScreen.tsx'
import { InnerTables } from './InnerTables.tsx'
import { useInnerTables } from './useInnerTables.ts'
import './inner.css'

/** A list with expandable rows: below each row its detail tables. */
export function InnerTableScreen({ screen }: { screen: ScreenDocument }) {
  const { details, title, affects } = useInnerTables(screen)
  const inner = title
    ? { title, draw: (row: ListRow) => <InnerTables screen={screen} details={details} master={row.id} /> }
    : undefined
  return <ListScreen screen={screen} inner={inner} affects={affects} />
}

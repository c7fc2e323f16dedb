import { type KeyboardEvent, Suspense, type ThHTMLAttributes } from 'react'
import { lazyPart } from '#runtime/ui/lazy.tsx'

// A list works without the edges of its columns.
const ColumnEdge = lazyPart(() =>
  import('#runtime/ui/layout/ColumnEdge.tsx').then(
    (module) => module.ColumnEdge,
    () => () => null,
  ),
)

interface Props extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Absent for a column whose width does not change. */
  onWidth?(width: number | null, isEnd: boolean): void
  /** The table hands no key but Enter on to `onKeyDown` of a head that sorts. */
  onWidthKey?(event: KeyboardEvent<HTMLElement>): void
}

/** The head cell of a column, with an edge that changes its width. */
export const HeadCell = ({ onWidth, onWidthKey, onKeyDown, children, ...cell }: Props) => (
  <th
    {...cell}
    onKeyDown={(event) => {
      onKeyDown?.(event)
      onWidthKey?.(event)
    }}
  >
    {children}
    {onWidth && (
      <Suspense>
        <ColumnEdge onResize={onWidth} />
      </Suspense>
    )}
  </th>
)

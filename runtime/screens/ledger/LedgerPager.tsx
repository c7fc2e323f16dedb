import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { Pager } from '#runtime/ui/Pager.tsx'

interface Props {
  pageNo: number
  pageSize: number
  /** Rows of this page. */
  rows: number
  hasMore: boolean
  onChange(page: number, pageSize: number): void
}

export const pageSizes = [20, 50, 100]

/** The pages of a table of a ledger, up to the next one; nothing where one page has all rows. */
export function LedgerPager({ pageNo, pageSize, rows, hasMore, onChange }: Props) {
  const narrow = useNarrow()
  if (pageNo === 1 && !hasMore) return null
  return (
    <div className="pro-ledger-pager">
      <Pager
        current={pageNo}
        pageSize={pageSize}
        total={(pageNo - 1) * pageSize + rows + Number(hasMore)}
        sizes={pageSizes}
        narrow={narrow}
        onChange={onChange}
      />
    </div>
  )
}

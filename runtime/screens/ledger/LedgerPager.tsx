import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { Pager } from '#runtime/ui/Pager.tsx'

interface Props {
  pageNo: number
  pageSize: number
  total: number
  onChange(page: number, pageSize: number): void
}

export const pageSizes = [20, 50, 100]

/** The pages of a table of a ledger; nothing where one page has all rows. */
export function LedgerPager({ pageNo, pageSize, total, onChange }: Props) {
  const narrow = useNarrow()
  if (total <= pageSize) return null
  return (
    <div className="pro-ledger-pager">
      <Pager
        current={pageNo}
        pageSize={pageSize}
        total={total}
        sizes={pageSizes}
        narrow={narrow}
        onChange={onChange}
      />
    </div>
  )
}

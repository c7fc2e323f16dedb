import { useState } from 'react'
import { AdvancedButton } from '#runtime/fields/kit/advanced-query/AdvancedButton.tsx'
import { hasAdvancedQuery, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import type { ReportDocument } from '#runtime/schema/types.ts'
import { lazyDialog } from '#runtime/ui/errors/lazy-dialog.tsx'
import type { List } from '../list-kit/useList.ts'

const ListAdvancedQuery = lazyDialog(
  async () => (await import('../list-kit/advanced/ListAdvancedQuery.tsx')).ListAdvancedQuery,
)

interface Props {
  list: List
  source: ReportDocument
}

/** The advanced query of a report: its button and its dialog. */
export function ReportQuery({ list, source }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { conditions } = list.state
  return (
    <>
      <AdvancedButton
        isActive={hasAdvancedQuery(conditions)}
        onOpen={() => setOpen(true)}
        onClear={() => list.search(withoutAdvancedQuery(conditions))}
      />
      {isOpen && <ListAdvancedQuery source={source} list={list} onClose={() => setOpen(false)} />}
    </>
  )
}

import { Suspense, useState } from 'react'
import { builtInActions } from '#runtime/schema/action-codes.ts'
import type { ReportDocument } from '#runtime/schema/types.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { AdvancedButton } from '../list-kit/advanced/AdvancedButton.tsx'
import type { List } from '../list-kit/useList.ts'

const AdvancedQuery = lazyPart(
  async () => (await import('../list-kit/advanced/AdvancedQuery.tsx')).AdvancedQuery,
)

interface Props {
  list: List
  source: ReportDocument
}

/** The advanced query of a report: its button and its dialog. */
export function ReportQuery({ list, source }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <AdvancedButton list={list} title={builtInActions.superQuery} onOpen={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <AdvancedQuery source={source} list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

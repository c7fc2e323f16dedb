import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { useMemo, useRef } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { indexQuery } from '#runtime/data/documents.ts'
import { keySet } from '#runtime/record/scope.ts'
import type { Pane } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useSeen } from '#runtime/ui/layout/useSeen.ts'
import type { RelatedRecordsProps } from '../form/related-context.ts'
import { PaneList } from './PaneList.tsx'
import './related.css'

/** The records of other screens that refer to a stored record, a tab for each screen; loaded when they are near the view. */
export function RelatedRecords({ screen, record }: RelatedRecordsProps) {
  const { http } = useServices()
  const types = useFieldTypes()
  const place = useRef<HTMLElement>(null)
  const isSeen = useSeen(place)
  // Documents that the user may not open are not in the index.
  const index = useQuery({ ...indexQuery(http), enabled: isSeen })
  const panes = useMemo(
    () =>
      (screen.related ?? []).flatMap(({ title, by, key = 'id', ...related }): Pane[] => {
        const entry = index.data?.find(({ id }) => id === related.screen)
        return entry
          ? [{ screen: related.screen, title: title ?? entry.title, bind: { [by]: `=master.${key}` } }]
          : []
      }),
    [screen.related, index.data],
  )
  const master = useMemo(
    () => ({
      row: { ...record, id: String(record.id) },
      keys: keySet(screen.fields, types),
      frozen: false,
    }),
    [record, screen, types],
  )
  return (
    <section ref={place} className="pro-related" aria-label="相关记录">
      {panes.length > 0 && (
        <Tabs
          destroyOnHidden
          items={panes.map((pane) => ({
            key: `${pane.screen} ${Object.keys(pane.bind).join()}`,
            label: pane.title,
            children: <PaneList pane={pane} of={screen} master={master} />,
          }))}
        />
      )}
    </section>
  )
}

import { Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { isSameJson } from '#runtime/kernel/json.ts'
import { emptyQuery } from '#runtime/rules/advanced-query/draft.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { fitsAddress } from '#runtime/rules/advanced-query/params.ts'
import {
  listFieldKeys,
  normalizeQuery,
  type QueryParams,
  toQueryParams,
} from '#runtime/rules/advanced-query/read.ts'
import type { ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { Dictionaries } from '../../../contract/Dictionaries.tsx'
import { listDictionaries, queriedFields } from './fields.ts'
import { QueryBuilder } from './QueryBuilder.tsx'
import { findQueryFault } from './query-fault.ts'
import { SavedQueries } from './SavedQueries.tsx'

interface Props {
  /** The document whose records are queried; its id names the saved queries. */
  source: ScreenDocument | ReportDocument
  /** The address of the list request. */
  url: string
  /** The query of the list now. */
  query: ConditionGroup | null
  /** The parameters of the list request besides the query, for the number of hits. */
  conditions: Readonly<Record<string, string>>
  /** The list opens with the user's default query. */
  hasDefault?: boolean
  /** Runs a query; null removes it. */
  onQuery(params: QueryParams | null): void
  onClose(): void
}

const scrolled = { maxHeight: 'calc(100vh - 200px)', overflow: 'auto' } as const

/** The dialog of the advanced query: the builder, and the saved queries of the document. */
export function AdvancedQuery({
  source,
  url,
  query: current,
  conditions,
  hasDefault,
  onQuery,
  onClose,
}: Props) {
  const types = useFieldTypes()
  const { can, notify } = useServices()
  const fields = useMemo(() => queriedFields(source, { types, can }), [source, types, can])
  const codes = useMemo(() => listDictionaries(fields), [fields])
  /** What the builder started with, or what of it is saved by now. */
  const [opened, setOpened] = useState({ query: current ?? emptyQuery, times: 0 })
  const [query, setQuery] = useState<ConditionGroup>(opened.query)
  const { close, closing } = useDiscardGuard(!isSameJson(query, opened.query), onClose)
  const open = (next: ConditionGroup) => {
    setQuery(next)
    setOpened({ query: next, times: opened.times + 1 })
  }

  const run = () => {
    const fault = findQueryFault(query, 'EMPTY_QUERY')
    if (fault !== null) return notify('warning', fault)
    if (!listFieldKeys(query).every((path) => fields.has(path)))
      return notify('warning', '查询条件里有不存在的字段，或您无权查看的字段')
    const params = toQueryParams(normalizeQuery(query))
    if (!fitsAddress({ ...params })) return notify('warning', '条件太多，请减少条件后再查询')
    onQuery(params)
    onClose()
  }
  const reset = () => {
    open(emptyQuery)
    onQuery(null)
  }
  return (
    <Modal
      open
      title="高级查询"
      width="min(1000px, calc(100vw - 32px))"
      style={{ top: 24 }}
      styles={{ body: scrolled }}
      {...closing}
      footer={
        <>
          <Button onClick={reset}>重置</Button>
          <Button onClick={close}>取消</Button>
          <Button type="primary" onClick={run}>
            查询
          </Button>
        </>
      }
    >
      <div className="pro-advanced">
        <div className="pro-advanced-main">
          <Dictionaries codes={codes}>
            <QueryBuilder
              key={opened.times}
              initial={opened.query}
              fields={fields}
              url={url}
              conditions={conditions}
              onChange={setQuery}
            />
          </Dictionaries>
        </div>
        <SavedQueries
          listId={source.id}
          query={query}
          hasDefault={hasDefault}
          onOpen={open}
          onSaved={() => setOpened({ ...opened, query })}
        />
      </div>
    </Modal>
  )
}

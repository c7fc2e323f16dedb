import { Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import { Dictionaries } from '#runtime/fields/Dictionaries.tsx'
import { dictionariesOf, queriedFields } from '#runtime/fields/kit/advanced-query/fields.ts'
import { QueryBuilder } from '#runtime/fields/kit/advanced-query/QueryBuilder.tsx'
import { errorText } from '#runtime/kernel/errors.ts'
import { emptyQuery } from '#runtime/rules/advanced-query/draft.ts'
import type { ConditionGroup } from '#runtime/rules/advanced-query/model.ts'
import { fitsAddress, withoutAdvancedQuery } from '#runtime/rules/advanced-query/params.ts'
import {
  fromQueryParams,
  isIncomplete,
  normalizeQuery,
  toQueryParams,
} from '#runtime/rules/advanced-query/read.ts'
import type { ReportDocument, ScreenDocument } from '#runtime/schema/types.ts'
import type { List } from '../useList.ts'
import { SavedQueries } from './SavedQueries.tsx'
import './advanced.css'

interface Props {
  /** The document of the list. */
  source: ScreenDocument | ReportDocument
  list: List
  onClose(): void
}

const scrolled = { maxHeight: 'calc(100vh - 200px)', overflow: 'auto' } as const

/** The dialog of the advanced query: the builder, and the saved queries of the list. */
export function AdvancedQuery({ source, list, onClose }: Props) {
  const { types, can, notify } = useRuntime()
  const fields = useMemo(() => queriedFields(source, { types, can }), [source, types, can])
  const codes = useMemo(() => dictionariesOf(fields), [fields])
  const [opened, setOpened] = useState(() => ({
    query: fromQueryParams(list.state.conditions) ?? emptyQuery,
    times: 0,
  }))
  const [query, setQuery] = useState<ConditionGroup>(opened.query)
  const open = (next: ConditionGroup) => {
    setQuery(next)
    setOpened({ query: next, times: opened.times + 1 })
  }
  const rest = withoutAdvancedQuery(list.state.conditions)

  const run = () => {
    if (isIncomplete(query)) return notify('warning', errorText('EMPTY_QUERY'))
    const params = { ...toQueryParams(normalizeQuery(query)) }
    if (!fitsAddress(params)) return notify('warning', '条件太多，请减少条件后再查询')
    list.search({ ...rest, ...params })
    onClose()
  }
  const reset = () => {
    open(emptyQuery)
    list.search(rest)
  }
  return (
    <Modal
      open
      maskClosable={false}
      title="高级查询"
      width="min(1000px, calc(100vw - 32px))"
      style={{ top: 24 }}
      styles={{ body: scrolled }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={reset}>重置</Button>
          <Button onClick={onClose}>取消</Button>
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
              url={list.plan.url.list}
              conditions={list.conditions}
              onChange={setQuery}
            />
          </Dictionaries>
        </div>
        <SavedQueries listId={list.plan.id} query={query} onOpen={open} />
      </div>
    </Modal>
  )
}

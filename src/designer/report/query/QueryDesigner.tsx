import { Alert, Modal, Select, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { fieldTypes } from '#runtime/fields/index.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { isEmptyCondition, listConditions } from '#runtime/rules/advanced-query/read.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { type ReportTable, reportDesignApi } from '../../report-api.ts'
import { adoptDraft, getSql, withSort, withSql } from '../adopt-draft.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { Conditions, queriedColumns, queriedTotals } from './Conditions.tsx'
import { noConditions, type QueryChoices } from './choices.ts'
import { composeQuery } from './compose-sql.ts'
import { listNames } from './condition-sql.ts'
import { readQuery } from './read-sql.ts'
import { SortAndLimit } from './SortAndLimit.tsx'
import { listDetails, listSources } from './sources.ts'
import { titleColumns } from './title-columns.ts'
import './query-designer.css'

interface Props {
  document: JsonObject
  tables: readonly ReportTable[]
  onChange(document: JsonObject, label: string): void
  onClose(): void
}

const begin = (table: string): QueryChoices => ({
  table,
  columns: [],
  isCounted: false,
  conditions: noConditions,
  totalConditions: noConditions,
  sort: [],
})

/** Puts the statement of a report together: its columns, conditions, order and number of rows. What it wrote, it opens again. */
export function QueryDesigner({ document, tables, onChange, onClose }: Props) {
  const { http } = useServices()
  const env = useMemo(() => ({ tables, types: fieldTypes }), [tables])
  const [opened] = useState(() => readQuery(getSql(document), env))
  const [first] = useState<QueryChoices>(opened ?? begin(''))
  const [choices, setChoices] = useState(first)
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { closing } = useDiscardGuard(!isSameJson(choices, first), onClose, isBusy)
  const { table, columns, isCounted, conditions, totalConditions } = choices
  const isHandWritten = opened === null && getSql(document).trim() !== ''
  const sources = useMemo(() => listSources(table, tables), [table, tables])
  const query = columns.length > 0 || isCounted ? composeQuery(choices, env) : null
  const fields = useMemo(() => queriedColumns(sources), [sources])
  const totals = queriedTotals(query?.columns ?? [])
  // A total that is not taken any more has no conditions.
  const ofTotals = listConditions(totalConditions).filter(({ field }) => field === '' || totals.has(field))
  const all = [...listConditions(conditions), ...(totals.size > 0 ? ofTotals : [])]
  const isIncomplete = all.some(
    (condition) => isEmptyCondition(condition) || listNames(condition).includes(''),
  )
  const details = listDetails(table, tables)

  const take = async () => {
    if (!query) return
    setBusy(true)
    setFault('')
    try {
      const { faults, draft } = await reportDesignApi(http).parse(query.sql, undefined)
      if (!draft) {
        setFault(faults.map(({ text }) => text).join('；'))
        return
      }
      // The settings of columns and their list stay while the rows come from the same table.
      const { list: _, ...others } = document
      const before = opened?.table === table ? document : { ...others, fields: [] }
      const adopted = adoptDraft(withSql(before, query.sql), titleColumns(draft, query)).document
      // The list has the order of the statement; one that the query never had stays.
      const sort = choices.sort.map(({ column, isDescending }) => `${isDescending ? '-' : ''}${column}`)
      const isSorted = sort.length > 0 || (opened?.sort.length ?? 0) > 0
      onChange(isSorted ? withSort(adopted, sort.join(',')) : adopted, 'compose')
      onClose()
    } catch (error) {
      setFault(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title="设计查询"
      width="min(960px, calc(100vw - 32px))"
      style={{ top: 24 }}
      okText="写成 SQL"
      cancelText="取消"
      okButtonProps={{ disabled: !query || isIncomplete, loading: isBusy }}
      onOk={() => void take()}
      {...closing}
    >
      <div className="view-query">
        {isHandWritten && (
          <Alert
            type="info"
            showIcon
            message="现在的 SQL 是手写的，或写成后又改过，只能当文字改。在这里重新选，会换掉它和原来的列，可以撤销。"
          />
        )}
        <div className="view-report-bar">
          <Select
            aria-label="从哪里取"
            placeholder="选一个界面或它的明细"
            showSearch
            optionFilterProp="label"
            value={table || null}
            options={tables.map((entry) => ({ value: entry.name, label: entry.title }))}
            onChange={(next: string) => setChoices(begin(next))}
          />
          {details.length > 0 && (
            <span className="view-design-hint">
              一行是一条记录；要取
              {details.map((detail, at) => (
                <span key={detail.name}>
                  {at > 0 && '、'}
                  <button
                    type="button"
                    className="view-query-link"
                    onClick={() => setChoices(begin(detail.name))}
                  >
                    {detail.title}
                  </button>
                </span>
              ))}
              的列，请从它取，表头的列照样可选
            </span>
          )}
        </div>
        <Tabs
          size="small"
          items={[
            {
              key: 'columns',
              label: `列（${columns.length + Number(isCounted)}）`,
              children: <ColumnTable choices={choices} sources={sources} onChange={setChoices} />,
            },
            {
              key: 'conditions',
              label: `条件（${listConditions(conditions).length}）`,
              disabled: table === '',
              children: (
                <Conditions
                  key={table}
                  initial={conditions}
                  fields={fields}
                  taken={ofTotals.flatMap(listNames)}
                  hint="参数在报表上方由人填，没有填的不限制；名称、缺省值和必填在「参数」里改"
                  onChange={(next) => setChoices({ ...choices, conditions: next })}
                />
              ),
            },
            {
              key: 'totals',
              label: `合计的条件（${ofTotals.length}）`,
              disabled: totals.size === 0,
              children: (
                <Conditions
                  key={[...totals.keys()].join()}
                  initial={totalConditions}
                  fields={totals}
                  taken={listConditions(conditions).flatMap(listNames)}
                  hint="先算出合计、条数，再只留下符合的行，如 数量合计大于 100"
                  onChange={(next) => setChoices({ ...choices, totalConditions: next })}
                />
              ),
            },
            {
              key: 'sort',
              label: '排序和行数',
              disabled: !query,
              children: (
                <SortAndLimit choices={choices} columns={query?.columns ?? []} onChange={setChoices} />
              ),
            },
          ]}
        />
        {query && <pre className="view-query-sql">{query.sql}</pre>}
        {isIncomplete && (
          <p className="view-design-fault" role="alert">
            有条件没有填完，请填好或删去
          </p>
        )}
        {fault && (
          <p className="view-design-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </Modal>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Select, Table } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { fieldTypes } from '#runtime/fields/index.ts'
import { isSameJson, type JsonObject } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { getKey, listFields } from '../document-edit.ts'
import { type ReportCost, reportDesignApi, type TrialRows } from '../report-api.ts'
import { adoptDraft, findDataSource, getSql, withDataSource, withSql, withTables } from './adopt-draft.ts'
import { CostNote } from './CostNote.tsx'
import { MAX_TRIAL_ROWS, trialQuery } from './trial-http.ts'
import { useSqlCheck } from './useSqlCheck.ts'

const SqlEditor = lazyPart(async () => (await import('./SqlEditor.tsx')).SqlEditor)
const QueryDesigner = lazyPart(async () => (await import('./query/QueryDesigner.tsx')).QueryDesigner)

interface Props {
  document: JsonObject
  /** Whether the draft has problems: then it cannot run. */
  isFaulty: boolean
  onChange(document: JsonObject, label: string): void
  /** Writes what follows from the last change, without a step of undo. */
  onAmend(document: JsonObject): void
}

type Result = { kind: 'rows'; rows: TrialRows; cost: ReportCost } | { kind: 'failed'; text: string }

/** The statement of a report: written, checked, read for its columns and parameters, and run on some rows. */
export function SqlView({ document, isFaulty, onChange, onAmend }: Props) {
  const { http, notify, can } = useServices()
  const text = getSql(document)
  const dataSource = findDataSource(document)
  const check = useSqlCheck(text, dataSource)
  const isChecked = check?.text === text && check.dataSource === dataSource
  const { faults, draft } = check?.inspection ?? { faults: [], draft: null }
  const [result, setResult] = useState<Result | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [isComposing, setComposing] = useState(false)
  const tables = useQuery({
    queryKey: ['design tables'],
    queryFn: ({ signal }) => reportDesignApi(http).tables(signal),
  })
  const mayConnect = can('system:data-source:test') && can('system:data-source:list')
  const sources = useQuery({
    queryKey: ['design data sources'],
    queryFn: ({ signal }) => reportDesignApi(http).dataSources(signal),
    enabled: mayConnect,
  })
  const others = sources.data ?? (dataSource === undefined ? [] : [{ value: dataSource, text: dataSource }])

  // The list of tables follows from the statement; nobody needs to write it.
  useEffect(() => {
    if (!isChecked || !draft) return
    const next = withTables(document, draft.tables)
    if (!isSameJson(next, document)) onAmend(next)
  }, [isChecked, draft, document, onAmend])

  const adopt = () => {
    if (!draft) return
    const { document: next, added, removed } = adoptDraft(document, draft)
    onChange(next, 'parse')
    const words = [
      added.length > 0 && `新增 ${added.join('、')}`,
      removed.length > 0 && `删去 ${removed.join('、')}`,
    ].filter(Boolean)
    notify('success', words.length > 0 ? words.join('；') : '列和参数没有变化')
  }

  const run = async () => {
    setRunning(true)
    try {
      const { run, cost } = reportDesignApi(http)
      const trial = { body: document, query: trialQuery() }
      const [rows, costs] = [await run(trial), await cost(trial)]
      setResult({ kind: 'rows', rows, cost: costs })
    } catch (error) {
      setResult({ kind: 'failed', text: errorMessage(error) })
    } finally {
      setRunning(false)
    }
  }

  return (
    <div className="view-report-sql">
      <div className="view-report-bar">
        {others.length > 0 && (
          <Select
            aria-label="数据源"
            value={dataSource ?? ''}
            disabled={!mayConnect}
            options={[
              { value: '', label: '本系统' },
              ...others.map((source) => ({ value: source.value, label: source.text })),
            ]}
            onChange={(code: string) => onChange(withDataSource(document, code || undefined), 'data source')}
          />
        )}
        {dataSource === undefined && (
          <Button disabled={!tables.data} onClick={() => setComposing(true)}>
            设计查询
          </Button>
        )}
        <Button disabled={!isChecked || !draft} onClick={adopt}>
          解析
        </Button>
        <Button
          disabled={!isChecked || isFaulty || text.trim() === ''}
          loading={isRunning}
          onClick={() => void run()}
        >
          运行
        </Button>
        <span className="view-design-hint">
          参数写 :名称；Ctrl+空格列出表和列；解析把 SQL 的列和参数填进报表
        </span>
      </div>
      {isComposing && (
        <Suspense fallback={null}>
          <QueryDesigner
            document={document}
            tables={tables.data ?? []}
            onChange={onChange}
            onClose={() => setComposing(false)}
          />
        </Suspense>
      )}
      <div className="view-report-editor">
        <Suspense fallback={<div aria-busy="true" />}>
          <SqlEditor
            value={text}
            tables={dataSource === undefined ? (tables.data ?? []) : []}
            faults={isChecked ? faults : []}
            checkedText={check?.text ?? ''}
            onChange={(next) => onChange(withSql(document, next), 'sql')}
          />
        </Suspense>
      </div>
      {isChecked && faults.length > 0 && (
        <ul className="view-report-faults" role="alert">
          {faults.map((fault) => (
            <li key={fault.text} className="view-design-fault">
              {fault.place && `第 ${getLineNumber(text, fault.place.from)} 行：`}
              {fault.text}
            </li>
          ))}
        </ul>
      )}
      {result?.kind === 'failed' && <Alert type="error" showIcon message={result.text} />}
      {result?.kind === 'rows' && (
        <>
          <ResultTable document={document} rows={result.rows} />
          <CostNote cost={result.cost} />
        </>
      )}
    </div>
  )
}

const getLineNumber = (text: string, position: number): number => text.slice(0, position).split('\n').length

function ResultTable({ document, rows }: { document: JsonObject; rows: TrialRows }) {
  const visible = new Set(rows.columns)
  const fields = listFields(document).filter((field) => visible.has(getKey(field)))
  return (
    <Table
      size="small"
      rowKey={(_, at) => String(at)}
      dataSource={rows.records}
      pagination={false}
      scroll={{ x: 'max-content', y: 320 }}
      columns={fields.map((field) => ({
        title: String(field.title ?? getKey(field)),
        key: getKey(field),
        align: fieldTypes.get(String(field.type))?.align ?? 'left',
        render: (_: unknown, row: JsonObject) => cellText(row, getKey(field)),
      }))}
      footer={() =>
        rows.total > rows.records.length
          ? `前 ${MAX_TRIAL_ROWS} 行，共 ${rows.total}${rows.totalEstimated ? ' 多' : ''} 行`
          : `共 ${rows.total} 行`
      }
    />
  )
}

const cellText = (row: JsonObject, key: string): string => String(row[`${key}_dictText`] ?? row[key] ?? '')

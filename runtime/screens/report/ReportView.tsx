import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { Suspense, useMemo } from 'react'
import { isAdvanced } from '#runtime/compile/list/url.ts'
import { totalledColumns } from '#runtime/compile/list.ts'
import type { Column, QueryItem } from '#runtime/compile/plan.ts'
import type { ReportPlan } from '#runtime/compile/report/report.ts'
import { formatDateTime } from '#runtime/kernel/time.ts'
import type { ReportDocument } from '#runtime/schema/types.ts'
import { DocumentTools } from '#runtime/services/DocumentTools.tsx'
import { useInstitution } from '#runtime/services/institution.ts'
import { useServices } from '#runtime/services/services.tsx'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { ViewPlace } from '../list-kit/advanced/ViewPlace.tsx'
import { ListContent, ListFailure } from '../list-kit/ListStates.tsx'
import { arrange, pinnedKeys, useListMemory } from '../list-kit/list-memory.ts'
import { Entries, PhoneTop } from '../list-kit/phone/lazy-parts.ts'
import { QueryBar } from '../list-kit/query/QueryBar.tsx'
import { queryBarProps } from '../list-kit/query/query-bar-props.ts'
import { useConditions } from '../list-kit/query/useConditions.ts'
import { hasWord, totalsOfRows, totalWords } from '../list-kit/table/column-totals.ts'
import { ListPager } from '../list-kit/table/ListPager.tsx'
import { ListTable } from '../list-kit/table/ListTable.tsx'
import { useDrawnWidths } from '../list-kit/table/widths/useDrawnWidths.ts'
import { PrintButton } from '../list-kit/toolbar/PrintButton.tsx'
import { ListTools } from '../list-kit/toolbar/Toolbar.tsx'
import { useListActions } from '../list-kit/useListActions.tsx'
import { ReportQuery } from './ReportQuery.tsx'
import { type Report, useReport } from './useReport.ts'
import { useSubtotals } from './useSubtotals.tsx'
import './report.css'

interface Props {
  plan: ReportPlan
  /** The document of the report; absent for a report of another server. */
  source?: ReportDocument
}

/** A report on one surface: parameters, header, table and totals. */
export function ReportView({ plan, source }: Props) {
  const { user } = useServices()
  const report = useReport(plan)
  const { list, missing, whole } = report
  const actions = useListActions(list)
  const narrow = useNarrow()
  const [memory, setMemory] = useListMemory(user.username, plan.id, list.state.saved)
  const drawn = useDrawnWidths(memory, setMemory)
  const [measure, { width, height }] = useSize<HTMLDivElement>()
  const columns = useMemo(() => {
    const arranged = arrange(plan.columns, memory).filter(({ key }) => !memory.hidden.includes(key))
    return groupFirst(arranged, plan.groupBy)
  }, [plan, memory])
  const subtotals = useSubtotals(plan, report, columns)
  const search = queryBarProps(list)
  const canQuery = source !== undefined && isAdvanced(plan)

  return (
    <div className="pro-list pro-report" data-narrow={narrow || undefined}>
      <div className="pro-main">
        {narrow ? (
          <Suspense>
            <PhoneTop list={list} search={search} hasViews={canQuery} />
          </Suspense>
        ) : (
          <QueryBar {...search} primary>
            <ExportButtons report={report} plan={plan} columns={columns} code={source?.code} />
            {canQuery && <ReportQuery list={list} source={source} />}
            <ListTools list={list} columns={plan.columns} memory={memory} onMemory={setMemory} />
          </QueryBar>
        )}
        {canQuery && !narrow && <ViewPlace list={list} memory={memory} />}
        <ReportHead report={report} plan={plan} />
        <div className="pro-body" ref={measure} aria-busy={list.isLoading || list.isRefreshing}>
          {missing.length > 0 ? (
            <Missing items={missing} />
          ) : (
            <ListContent list={list} actions={actions} columns={columns}>
              {narrow ? (
                <Suspense>
                  <Entries list={list} actions={actions} columns={columns} rowExtras={subtotals?.entries} />
                </Suspense>
              ) : (
                <ListTable
                  list={list}
                  actions={actions}
                  columns={columns}
                  density={memory.density}
                  pinned={pinnedKeys(columns, memory)}
                  drawn={drawn}
                  width={width}
                  height={height}
                  bordered
                  grouped={subtotals?.grouped}
                  whole={whole}
                />
              )}
            </ListContent>
          )}
        </div>
        {narrow && list.rows.length > 0 && <Sums report={report} columns={columns} />}
        {list.error !== null && list.rows.length > 0 && <ListFailure list={list} strip />}
        {list.total > 0 && <ListPager list={list} note={asOfText(list.asOf)} sizes={memory.sizes} />}
        {narrow && (
          <div className="pro-phone-bar">
            {canQuery && <ReportQuery list={list} source={source} />}
            <ExportButtons report={report} plan={plan} columns={columns} code={source?.code} />
          </div>
        )}
      </div>
    </div>
  )
}

/** The grouping column is the first one, also when the user has moved it. */
const groupFirst = (columns: readonly Column[], groupBy: string | undefined): readonly Column[] => {
  const group = columns.find(({ key }) => key === groupBy)
  return group ? [group, ...columns.filter((column) => column !== group)] : columns
}

const csvItem = { key: 'csv', label: '导出 CSV' }

interface ExportProps {
  report: Report
  plan: ReportPlan
  /** The visible columns in order. */
  columns: readonly Column[]
  code: string | undefined
}

/** Buttons that export and print the report; a report of this server has a code. */
function ExportButtons({ report, plan, columns, code }: ExportProps) {
  const fields = columns.map(({ key }) => key)
  const isIdle = report.missing.length > 0 || report.list.total === 0
  return (
    <>
      {plan.exportUrl && (
        <Space.Compact>
          <Button
            disabled={isIdle}
            loading={report.isExporting}
            onClick={() => void report.exportFile(fields)}
          >
            导出
          </Button>
          {plan.hasCsv && (
            <Dropdown
              trigger={['click']}
              disabled={isIdle || report.isExporting}
              menu={{ items: [csvItem], onClick: () => void report.exportFile(fields, 'csv') }}
            >
              <Button aria-label="其他格式" icon={<DownOutlined aria-hidden />} />
            </Dropdown>
          )}
        </Space.Compact>
      )}
      <PrintButton list={report.list} disabled={isIdle} hasWord />
      {code !== undefined && <DocumentTools id={plan.id} code={code} title={plan.title} hasWord />}
    </>
  )
}

/** Title, issuer, filter, and the unit of amounts. */
function ReportHead({ report, plan }: { report: Report; plan: ReportPlan }) {
  const { user } = useServices()
  const { Issuer } = useInstitution()
  const conditions = useConditions(report.list)
  return (
    <header className="pro-report-head">
      <h1>{plan.title}</h1>
      <p>
        <span>
          {Issuer ? (
            <>
              编制单位：
              <Issuer />
            </>
          ) : (
            `编制人：${user.realname}`
          )}
        </span>
        <span>{conditions.map(({ item, text }) => `${item.title} ${text}`).join('，')}</span>
        <span>{plan.unit !== undefined && `金额单位：${plan.unit}`}</span>
      </p>
    </header>
  )
}

const asOfText = (asOf: number): string => (asOf > 0 ? `数据截至 ${formatDateTime(new Date(asOf))}` : '')

/** Phone entries have no column footers: their sums are in one line. */
function Sums({ report, columns }: { report: Report; columns: readonly Column[] }) {
  const { list, whole } = report
  const summed = totalledColumns(columns)
  if (summed.length === 0) return null
  const getTotals = whole ?? ((column: Column) => totalsOfRows(column, list.rows))
  return (
    <p className="pro-report-sums pro-num">
      <b>{whole || list.total <= list.rows.length ? '总计' : '本页合计'}</b>
      {summed.map((column) => (
        <span key={column.key} title={getTotals(column)[0]?.lack}>
          {column.title}{' '}
          {getTotals(column)
            .map(
              (total, _at, all) =>
                `${hasWord(total, all, true) ? `${totalWords[total.kind]} ` : ''}${total.text}`,
            )
            .join('，')}
        </span>
      ))}
    </p>
  )
}

const Missing = ({ items }: { items: readonly QueryItem[] }) => (
  <StateNote
    title="请先填写查询条件"
    text={`${items.map((item) => `「${item.title}」`).join('、')}必填，填好后点击「查询」。`}
  />
)

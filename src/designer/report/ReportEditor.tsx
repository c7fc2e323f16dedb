import { useMemo, useState } from 'react'
import { type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { useDesign } from '../draft/useDesign.ts'
import { EditorFrame, type EditorProps } from '../editor/EditorFrame.tsx'
import { EditorStage } from '../editor/EditorStage.tsx'
import { useFieldSelection } from '../editor/useFieldSelection.ts'
import { FieldList } from '../settings/FieldList.tsx'
import { DocumentSettings, Settings } from '../settings/Settings.tsx'
import { ChartView } from './ChartView.tsx'
import { columnWords, paramWords } from './column-words.ts'
import { ReportPreview } from './ReportPreview.tsx'
import { Rows } from './Rows.tsx'
import { SqlView } from './SqlView.tsx'
import './report-designer.css'

const views = [
  { value: 'sql', label: 'SQL' },
  { value: 'columns', label: '列' },
  { value: 'params', label: '参数' },
  { value: 'preview', label: '预览' },
  { value: 'chart', label: '图' },
  { value: 'source', label: '源文件' },
] as const
type View = (typeof views)[number]['value']

/** The editor of a report: its statement, columns, parameters, and what staff will see. */
export function ReportEditor(props: EditorProps) {
  const design = useDesign(props.source)
  const { document, inspection, session } = design
  const { change } = session
  const [view, setView] = useState<View>('sql')
  const { selected, select, round, whole, field, fieldKeys, faulty, setField, updateField, findPlace } =
    useFieldSelection(design)
  const words = useMemo(() => ({ columns: columnWords(), params: paramWords() }), [])
  const problems = inspection?.problems ?? []
  const listMembers = (value: unknown) => listObjects(value)
  const unrunnable = (
    <StateNote title="还不能运行" text="请先改好下面列出的错误，预览用真实数据，随后显示。" />
  )
  return (
    <EditorFrame {...props} design={design} className="view-report" isWide={view !== 'sql'}>
      {view === 'sql' && (
        <FieldList
          document={document}
          faulty={faulty}
          selected={selected}
          onSelect={select}
          onChange={change}
        />
      )}
      <EditorStage<View>
        design={design}
        views={views}
        view={view}
        onView={setView}
        findPlace={(pointer) => findPlace(pointer, () => view !== 'source' && setView('sql'))}
      >
        {view === 'sql' && (
          <SqlView
            document={document}
            isFaulty={problems.length > 0}
            onChange={change}
            onAmend={session.amend}
          />
        )}
        {view === 'columns' && (
          <Rows
            title="列"
            entries={listMembers(document.fields)}
            words={words.columns}
            onChange={(fields) => change({ ...document, fields }, 'columns')}
          />
        )}
        {view === 'params' && (
          <Rows
            title="参数"
            entries={listMembers(document.params)}
            words={words.params}
            onChange={(params) => change(withParams(document, params), 'params')}
          />
        )}
        {view === 'preview' &&
          (problems.length > 0 ? (
            unrunnable
          ) : (
            <ReportPreview document={document} isNew={props.source.current === null} />
          ))}
        {view === 'chart' &&
          (problems.length > 0 ? unrunnable : <ChartView document={document} onOpen={props.onOpen} />)}
      </EditorStage>
      {view === 'sql' &&
        (field ? (
          <Settings
            key={round}
            {...whole}
            field={field}
            place="column"
            fieldKeys={fieldKeys}
            onChange={setField}
            onUpdate={updateField}
          />
        ) : (
          <DocumentSettings
            {...whole}
            document={document}
            fieldKeys={fieldKeys}
            onChange={(next) => change(next, 'settings of the document')}
          />
        ))}
    </EditorFrame>
  )
}

/** Without parameters the keyword is absent. */
function withParams(document: JsonObject, params: JsonObject[]): JsonObject {
  const { params: _, ...rest } = document
  return params.length > 0 ? { ...rest, params } : rest
}

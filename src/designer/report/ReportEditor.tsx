import { useQueryClient } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { recordsOf } from '#runtime/kernel/json.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import type { DesignedSource } from '../api.ts'
import { DesignHead } from '../DesignHead.tsx'
import { type FieldPath, fieldAt, replaceField } from '../document-edit.ts'
import { FieldList } from '../FieldList.tsx'
import { LoadedSource } from '../LoadedSource.tsx'
import { fieldPathOf, Problems } from '../Problems.tsx'
import { Settings } from '../Settings.tsx'
import { Source } from '../Source.tsx'
import { useDesign } from '../useDesign.ts'
import { useFieldKeys } from '../useFieldKeys.ts'
import { ChartView } from './ChartView.tsx'
import { columnWords, paramWords } from './column-words.ts'
import { ReportPreview } from './ReportPreview.tsx'
import { Rows } from './Rows.tsx'
import { SqlView } from './SqlView.tsx'

interface Props {
  id: string
  onClose(): void
  onOpen(id: string): void
}

/** The designer of one report: its statement, columns, parameters, and what staff will see. */
export const ReportEditor = ({ id, onClose, onOpen }: Props) => (
  <LoadedSource id={id} failure="报表没有加载出来" onClose={onClose}>
    {(source, reload) => (
      // After a release the designer starts on the released document.
      <Editor key={source.revision} source={source} onClose={onClose} onOpen={onOpen} onReload={reload} />
    )}
  </LoadedSource>
)

const views = [
  { value: 'sql', label: 'SQL' },
  { value: 'columns', label: '列' },
  { value: 'params', label: '参数' },
  { value: 'preview', label: '预览' },
  { value: 'chart', label: '图' },
  { value: 'source', label: '源文件' },
] as const
type View = (typeof views)[number]['value']

interface EditorProps {
  source: DesignedSource
  onClose(): void
  onOpen(id: string): void
  onReload(): void
}

function Editor({ source, onClose, onOpen, onReload }: EditorProps) {
  const design = useDesign(source)
  const client = useQueryClient()
  const { document, change, inspection } = design
  const [view, setView] = useState<View>('sql')
  const [selected, setSelected] = useState<FieldPath>([])
  const fieldKeys = useFieldKeys(document)
  const words = useMemo(() => ({ columns: columnWords(), params: paramWords() }), [])
  const field = fieldAt(document, selected)
  const problems = inspection?.problems ?? []
  const faulty = new Set(problems.map(({ path }) => fieldPathOf(document, path).join('.')).filter(Boolean))
  const setField = (next: JsonObject) => {
    change(replaceField(document, selected, next), `settings ${selected.join('.')}`)
    setSelected([...selected.slice(0, -1), String(next.key)])
  }
  const select = (path: FieldPath) => {
    setSelected(path)
    setView('sql')
  }
  const released = () => {
    void client.invalidateQueries({ queryKey: ['design revisions', source.id] })
    onReload()
  }
  const listOf = (value: unknown) => recordsOf(value).map(([, entry]) => entry)
  const unrunnable = (
    <StateNote title="还不能运行" text="请先改好下面列出的错误，预览用真实数据，随后显示。" />
  )
  return (
    <div className="view-design view-report pro-workspace">
      <DesignHead
        design={design}
        source={source}
        onClose={onClose}
        onReleased={released}
        onOpen={onOpen}
        onRemoved={() => (source.origin === 'local' ? released() : onClose())}
      />
      <div className="view-design-body" data-wide={view !== 'sql' || undefined}>
        {view === 'sql' && (
          <FieldList
            document={document}
            faulty={faulty}
            selected={selected}
            onSelect={setSelected}
            onChange={change}
          />
        )}
        <main className="view-design-middle">
          <div className="view-design-pane-head">
            <Segmented
              aria-label="看哪一面"
              value={view}
              options={views.map((entry) => ({ ...entry }))}
              onChange={setView}
            />
          </div>
          <div className="view-design-stage">
            {view === 'sql' && (
              <SqlView document={document} isFaulty={problems.length > 0} onChange={change} />
            )}
            {view === 'columns' && (
              <Rows
                title="列"
                entries={listOf(document.fields)}
                words={words.columns}
                onChange={(fields) => change({ ...document, fields }, 'columns')}
              />
            )}
            {view === 'params' && (
              <Rows
                title="参数"
                entries={listOf(document.params)}
                words={words.params}
                onChange={(params) => change(withParams(document, params), 'params')}
              />
            )}
            {view === 'preview' && (problems.length > 0 ? unrunnable : <ReportPreview document={document} />)}
            {view === 'chart' && (problems.length > 0 ? unrunnable : <ChartView document={document} />)}
            {view === 'source' && <Source document={document} onChange={change} />}
          </div>
          <Problems document={document} inspection={inspection} onSelect={select} onChange={change} />
        </main>
        {view === 'sql' &&
          (field ? (
            <Settings
              key={selected.slice(0, -1).join('.') + String(selected.length)}
              field={field}
              fieldKeys={fieldKeys}
              onChange={setField}
            />
          ) : (
            <aside className="view-design-settings" aria-label="设置">
              <StateNote
                title="没有选中列"
                text="在左边选一列，这里改它的全部设置；常用的也可在「列」里成表地改。"
              />
            </aside>
          ))}
      </div>
    </div>
  )
}

/** Without parameters the keyword is absent. */
function withParams(document: JsonObject, params: JsonObject[]): JsonObject {
  const { params: _, ...rest } = document
  return params.length > 0 ? { ...rest, params } : rest
}

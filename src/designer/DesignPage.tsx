import { useQueryClient } from '@tanstack/react-query'
import { Checkbox, Segmented } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import type { Document } from '#runtime/schema/types.ts'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import type { DesignedSource } from './api.ts'
import { DesignHead } from './DesignHead.tsx'
import { type FieldPath, fieldAt, replaceField } from './document-edit.ts'
import { FieldList } from './FieldList.tsx'
import { LoadedSource } from './LoadedSource.tsx'
import { PastedRows } from './PastedRows.tsx'
import { Preview, type PreviewView } from './Preview.tsx'
import { fieldPathOf, Problems } from './Problems.tsx'
import { DocumentSettings, Settings } from './Settings.tsx'
import { Source } from './Source.tsx'
import { useDesign } from './useDesign.ts'
import { useFieldKeys } from './useFieldKeys.ts'

interface Props {
  id: string
  onClose(): void
  /** Opens another document. */
  onOpen(id: string): void
}

/** The designer of one document: its fields, a live preview, the settings of the selected field. */
export function DesignPage({ id, onClose, onOpen }: Props) {
  const client = useQueryClient()
  // Of the pasted rows, from the last release.
  const [faults, setFaults] = useState<readonly string[]>([])
  return (
    <LoadedSource id={id} failure="文档没有加载出来" onClose={onClose}>
      {(source, reload) => (
        <>
          {source.current && source.pastedRows > 0 && (
            <PastedRows
              key={faults.join()}
              id={id}
              count={source.pastedRows}
              faults={faults}
              onChange={reload}
            />
          )}
          {/* After a release the designer starts on the released document. */}
          <Editor
            key={`${source.origin} ${source.revision}`}
            source={source}
            onClose={onClose}
            onOpen={onOpen}
            onReleased={(rowFaults) => {
              setFaults(rowFaults)
              void client.invalidateQueries({ queryKey: ['design revisions', id] })
              reload()
            }}
          />
        </>
      )}
    </LoadedSource>
  )
}

type View = PreviewView | 'source'

const views: readonly { value: View; label: string; isOfScreen: boolean }[] = [
  { value: 'form', label: '表单', isOfScreen: true },
  { value: 'list', label: '列表', isOfScreen: false },
  { value: 'phone', label: '手机', isOfScreen: true },
  { value: 'print', label: '打印', isOfScreen: true },
  { value: 'source', label: '源文件', isOfScreen: false },
]

interface EditorProps {
  source: DesignedSource
  onClose(): void
  onOpen(id: string): void
  onReleased(faults: readonly string[]): void
}

function Editor({ source, onClose, onOpen, onReleased }: EditorProps) {
  const design = useDesign(source)
  const { document, change, inspection } = design
  const isScreen = ofKind(document as unknown as Document, 'screen') !== undefined
  const [view, setView] = useState<View>(isScreen ? 'form' : 'source')
  const [isCompared, setCompared] = useState(false)
  const [selected, setSelected] = useState<FieldPath>([])
  const field = fieldAt(document, selected)
  const holder = selected.length > 1 ? fieldAt(document, selected.slice(0, -1)) : document
  const fieldKeys = useFieldKeys(holder ?? document)
  const faulty = new Set(
    inspection?.problems.map(({ path }) => fieldPathOf(document, path).join('.')).filter(Boolean),
  )
  const setField = (next: JsonObject) => {
    const path = [...selected.slice(0, -1), String(next.key)]
    change(replaceField(document, selected, next), `settings ${selected.join('.')}`)
    setSelected(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
    // Text fields have an undo of their own.
    const isTyping = (event.target as HTMLElement).closest('input, textarea, [contenteditable="true"]')
    if (!isUndo || isTyping) return
    event.preventDefault()
    if (event.shiftKey) design.redo()
    else design.undo()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of undo work everywhere in the designer
    <div className="view-design pro-workspace" onKeyDown={onKeyDown}>
      <DesignHead
        design={design}
        source={source}
        onClose={onClose}
        onReleased={onReleased}
        onOpen={onOpen}
        onRemoved={() => (source.origin === 'local' ? onReleased([]) : onClose())}
      />
      <div className="view-design-body">
        {Array.isArray(document.fields) ? (
          <FieldList
            document={document}
            faulty={faulty}
            selected={selected}
            onSelect={setSelected}
            onChange={change}
          />
        ) : (
          <nav className="view-design-fields" aria-label="字段">
            <StateNote title="没有字段" text="这个文档在「源文件」里改。" />
          </nav>
        )}
        <main className="view-design-middle">
          <div className="view-design-pane-head">
            <Segmented
              aria-label="看哪一面"
              value={view}
              options={views
                .filter(({ isOfScreen }) => isScreen || !isOfScreen)
                .map(({ value, label }) => ({ value, label }))}
              onChange={setView}
            />
            <span className="pro-gap" />
            {source.current && view !== 'source' && (
              <Checkbox checked={isCompared} onChange={({ target }) => setCompared(target.checked)}>
                与现在用的对比
              </Checkbox>
            )}
          </div>
          <div className="view-design-stage">
            {view === 'source' ? (
              <Source document={document} onChange={change} />
            ) : (
              <div
                className="view-design-sides"
                data-two={(isCompared && source.current !== null) || undefined}
              >
                {isCompared && source.current && (
                  <section aria-label="现在用的">
                    <h3>现在用的</h3>
                    <Preview document={source.current} isServed view={view} selected={selected[0]} />
                  </section>
                )}
                <section aria-label="草稿">
                  {isCompared && source.current && <h3>草稿</h3>}
                  <Preview
                    document={document}
                    isServed={source.current !== null}
                    view={view}
                    selected={selected[0]}
                  />
                </section>
              </div>
            )}
          </div>
          <Problems document={document} inspection={inspection} onSelect={setSelected} onChange={change} />
        </main>
        {field ? (
          <Settings
            key={selected.slice(0, -1).join('.') + String(selected.length)}
            field={field}
            trial={{ document, path: selected, isServed: source.current !== null }}
            fieldKeys={fieldKeys}
            onChange={setField}
          />
        ) : isScreen ? (
          <DocumentSettings
            document={document}
            fieldKeys={fieldKeys}
            onChange={(next) => change(next, 'settings of the document')}
          />
        ) : (
          <aside className="view-design-settings" aria-label="设置">
            <StateNote title="没有选中字段" text="在左边选一个字段，这里改它的设置。" />
          </aside>
        )}
      </div>
    </div>
  )
}

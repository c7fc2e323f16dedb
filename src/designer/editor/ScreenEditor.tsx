import { SwapOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { Suspense, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { useCompanionDictionaries } from '../dictionary/useCompanionDictionaries.ts'
import { declaresFields, type FieldPath, fieldAt, formerPath } from '../document-edit.ts'
import { useDesign } from '../draft/useDesign.ts'
import { MessageTools } from '../messages/MessageTools.tsx'
import { Preview, type PreviewView } from '../preview/Preview.tsx'
import type { Trial } from '../preview/trial-rights.ts'
import { useSampleRows } from '../preview/useSampleRecord.ts'
import { documentPanelTitle } from '../settings/document-panel.ts'
import { FieldList } from '../settings/FieldList.tsx'
import { DocumentSettings, Settings } from '../settings/Settings.tsx'
import { getSampleKey } from '../settings/samples.ts'
import { DrawnDraft } from './DrawnDraft.tsx'
import { EditorFrame, type EditorProps } from './EditorFrame.tsx'
import { EditorStage } from './EditorStage.tsx'
import { LayoutDrag } from './LayoutDrag.tsx'
import { useFieldRename } from './useFieldRename.tsx'
import { useFieldSelection } from './useFieldSelection.ts'

const TrialTools = lazyPart(async () => (await import('../preview/TrialTools.tsx')).TrialTools)
const LayoutCanvas = lazyPart(async () => (await import('../layout/LayoutCanvas.tsx')).LayoutCanvas)

type View = PreviewView | 'layout' | 'source'

const views: readonly { value: View; label: string; isOfScreen: boolean }[] = [
  { value: 'form', label: '表单', isOfScreen: true },
  { value: 'layout', label: '布局', isOfScreen: true },
  { value: 'list', label: '列表', isOfScreen: false },
  { value: 'phone', label: '手机', isOfScreen: true },
  { value: 'print', label: '打印', isOfScreen: true },
  { value: 'source', label: '源文件', isOfScreen: false },
]

const isPreview = (view: View): view is PreviewView => view !== 'layout' && view !== 'source'

/** Whether the served document declares the field, maybe under another name; an overlay is renamed at its base. */
const isReleased = (current: JsonObject | null, document: JsonObject, path: FieldPath): boolean =>
  current !== null &&
  declaresFields(current) &&
  fieldAt(current, formerPath(current, document, path)) !== undefined

/** The editor of a screen: its fields, a live preview, and the settings of the selected field or of the screen. */
export function ScreenEditor(props: EditorProps) {
  const { source } = props
  const design = useDesign(source)
  const { document, inspection, session } = design
  const { change } = session
  useCompanionDictionaries(inspection)
  const isScreen = hasCapability(document, 'hasTable')
  const [view, setView] = useState<View>(isScreen ? 'form' : 'source')
  const [isCompared, setCompared] = useState(false)
  // Stays chosen in all views; null: nothing is tried.
  const [trial, setTrial] = useState<Trial | null>(null)
  const {
    selected,
    select,
    followKey,
    round,
    isNew,
    whole,
    field,
    fieldKeys,
    faulty,
    setField,
    updateField,
    findPlace,
  } = useFieldSelection(design, getSampleKey)
  const { rename, dialog } = useFieldRename({ id: source.id, design, onRenamed: followKey })
  // Another user may remove the document meanwhile.
  const isServed = source.current !== null && design.base !== null
  const servedId = isServed ? source.id : null
  const [position, setPosition] = useState(0)
  const records = useSampleRows(isScreen ? servedId : null).data?.records.length ?? 0
  const hasFields = declaresFields(document)
  const hasPanel = documentPanelTitle(document) !== undefined
  return (
    <EditorFrame {...props} design={design} isWide={!hasFields && !hasPanel}>
      <LayoutDrag
        onStart={({ kind }) => {
          // A type that is dragged is dropped in the layout.
          if (kind === 'new' && isScreen) setView('layout')
        }}
      >
        {hasFields && (
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
          views={views.filter(({ isOfScreen }) => isScreen || !isOfScreen)}
          view={view}
          onView={setView}
          tools={
            isPreview(view) && (
              <>
                {isScreen && !trial && (
                  <Button type="link" size="small" onClick={() => setTrial({})}>
                    以角色试用
                  </Button>
                )}
                {isServed && records > 1 && (view === 'form' || view === 'print') && (
                  <Button
                    type="link"
                    size="small"
                    icon={<SwapOutlined aria-hidden />}
                    onClick={() => setPosition((position + 1) % records)}
                  >
                    换一条
                  </Button>
                )}
                {isServed && (
                  <Checkbox checked={isCompared} onChange={({ target }) => setCompared(target.checked)}>
                    与现在用的对比
                  </Checkbox>
                )}
              </>
            )
          }
          findPlace={findPlace}
        >
          {view === 'layout' && (
            <Suspense fallback={<TextSkeleton rows={4} />}>
              <LayoutCanvas document={document} selected={selected} onSelect={select} onChange={change} />
            </Suspense>
          )}
          {isPreview(view) && isScreen && trial && (
            <Suspense fallback={<TextSkeleton rows={1} />}>
              <TrialTools document={document} trial={trial} onTrial={setTrial} />
            </Suspense>
          )}
          {isPreview(view) && (
            <div
              className="view-design-sides"
              data-two={(isCompared && source.current !== null) || undefined}
            >
              {isCompared && source.current && (
                <section aria-label="现在用的">
                  <h3>现在用的</h3>
                  <Preview
                    document={source.current}
                    servedId={servedId}
                    view={view}
                    position={position}
                    selected={selected[0]}
                  />
                </section>
              )}
              <DrawnDraft document={document} selected={selected} onSelect={select}>
                {isCompared && source.current && <h3>草稿</h3>}
                <Preview
                  document={document}
                  servedId={servedId}
                  view={view}
                  position={position}
                  selected={selected[0]}
                  trial={trial}
                />
              </DrawnDraft>
            </div>
          )}
        </EditorStage>
      </LayoutDrag>
      {field ? (
        <Settings
          key={round}
          {...whole}
          field={field}
          isNew={isNew}
          trial={{ document, path: selected, servedId, onSelect: select }}
          companions={inspection?.companions}
          fieldKeys={fieldKeys}
          onRename={
            isScreen
              ? (to) => rename(selected, to, isReleased(source.current, document, selected))
              : undefined
          }
          onChange={setField}
          onUpdate={updateField}
        />
      ) : hasPanel ? (
        <DocumentSettings
          // Selected again, it shows all its parts.
          key={round}
          {...whole}
          isAgain={round > 0}
          servedId={isScreen ? servedId : null}
          document={document}
          fieldKeys={fieldKeys}
          tools={([word]) =>
            word === 'then' &&
            isScreen &&
            servedId !== null && <MessageTools document={document} servedId={servedId} />
          }
          onChange={(next) => change(next, 'settings of the document')}
        />
      ) : (
        hasFields && (
          <aside className="view-design-settings" aria-label="设置">
            <StateNote title="没有选中字段" text="在左边选一个字段，这里改它的设置。" />
          </aside>
        )
      )}
      {dialog}
    </EditorFrame>
  )
}

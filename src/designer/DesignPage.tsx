import { RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Segmented, Tag, Tooltip } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useRuntime } from '#runtime/fields/context.tsx'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { diffDocuments } from '#runtime/schema/changes/diff.ts'
import { ofKind } from '#runtime/schema/kinds/narrow.ts'
import type { Document } from '#runtime/schema/types.ts'
import { LoadFailure } from '#runtime/ui/LoadFailure.tsx'
import { StateNote } from '#runtime/ui/StateNote.tsx'
import { TextSkeleton } from '#runtime/ui/TextSkeleton.tsx'
import { type DesignedSource, designApi } from './api.ts'
import { type FieldPath, fieldAt, replaceField } from './document-edit.ts'
import { FieldList } from './FieldList.tsx'
import { Preview } from './Preview.tsx'
import { fieldPathOf, Problems } from './Problems.tsx'
import { Release } from './Release.tsx'
import { Revisions } from './Revisions.tsx'
import { Settings } from './Settings.tsx'
import { Source } from './Source.tsx'
import { type Design, type SaveState, useDesign } from './useDesign.ts'

interface Props {
  id: string
  onClose(): void
}

/** The designer of one document: its fields, a live preview, the settings of the selected field. */
export function DesignPage({ id, onClose }: Props) {
  const { http } = useRuntime()
  const { data, error, refetch } = useQuery({
    queryKey: ['design', id],
    queryFn: ({ signal }) => designApi(http).source(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (error)
    return (
      <div className="pro-sheet">
        <LoadFailure title="文档没有加载出来" error={error} onRetry={refetch}>
          <Button onClick={onClose}>回到列表</Button>
        </LoadFailure>
      </div>
    )
  if (!data)
    return (
      <div className="pro-sheet" aria-busy="true">
        <TextSkeleton rows={8} />
      </div>
    )
  // After a release the designer starts on the released document.
  return <Editor key={data.revision} source={data} onClose={onClose} onReload={() => void refetch()} />
}

type View = 'form' | 'list' | 'source'

const views = [
  { value: 'form', label: '表单' },
  { value: 'list', label: '列表' },
  { value: 'source', label: '源文件' },
] as const

interface EditorProps {
  source: DesignedSource
  onClose(): void
  onReload(): void
}

function Editor({ source, onClose, onReload }: EditorProps) {
  const design = useDesign(source)
  const client = useQueryClient()
  const { document, change, inspection } = design
  const isScreen = ofKind(document as unknown as Document, 'screen') !== undefined
  const [view, setView] = useState<View>(isScreen ? 'form' : 'source')
  const [selected, setSelected] = useState<FieldPath>([])
  const field = fieldAt(document, selected)
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
  const released = () => {
    void client.invalidateQueries({ queryKey: ['design revisions', source.id] })
    onReload()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of undo work everywhere in the designer
    <div className="view-design" onKeyDown={onKeyDown}>
      <Head design={design} source={source} onClose={onClose} onReleased={released} />
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
                .filter(({ value }) => isScreen || value !== 'form')
                .map((entry) => ({ ...entry }))}
              onChange={setView}
            />
          </div>
          <div className="view-design-stage">
            {view === 'source' ? (
              <Source document={document} onChange={change} />
            ) : (
              <Preview document={document} isServed={source.current !== null} view={view} />
            )}
          </div>
          <Problems document={document} inspection={inspection} onSelect={setSelected} onChange={change} />
        </main>
        {field ? (
          <Settings
            key={selected.slice(0, -1).join('.') + String(selected.length)}
            field={field}
            onChange={setField}
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

const saveTexts: Readonly<Record<SaveState['kind'], string>> = {
  saved: '草稿已保存',
  saving: '正在保存草稿…',
  failed: '草稿没有存上，正在重试',
}

interface HeadProps {
  design: Design
  source: DesignedSource
  onClose(): void
  onReleased(): void
}

function Head({ design, source, onClose, onReleased }: HeadProps) {
  const { base, document, isChanged, saveState } = design
  const [open, setOpen] = useState<'release' | 'revisions' | null>(null)
  const [modal, holder] = Modal.useModal()
  const changes = isChanged ? (base ? diffDocuments(base, document).length : 0) : 0
  const discard = async () => {
    const isSure = await modal.confirm({
      title: '放弃草稿？',
      content: '没有发布的更改会丢失，现在用的界面不变。',
      okText: '放弃草稿',
      okButtonProps: { danger: true },
      cancelText: '继续设计',
      autoFocusButton: 'cancel',
    })
    if (!isSure) return
    if (base) design.change(base, 'discard')
    else {
      await design.api.removeDraft(source.id)
      onClose()
    }
  }
  return (
    <header className="view-design-head">
      <Button type="link" onClick={onClose}>
        全部文档
      </Button>
      <b>{String(document.title ?? source.id)}</b>
      <code>{source.id}</code>
      {isChanged && <Tag color="orange">{base ? `${changes} 处更改未发布` : '还没有发布'}</Tag>}
      {source.origin === 'local' && (
        <Tooltip title={source.changes.join('；')}>
          <Tag color="blue">已本地修改</Tag>
        </Tooltip>
      )}
      <span className="pro-gap" />
      <span className="view-design-saved" data-state={saveState.kind} role="status">
        {isChanged && saveTexts[saveState.kind]}
      </span>
      <Button
        type="text"
        aria-label="撤销"
        icon={<UndoOutlined aria-hidden />}
        disabled={!design.canUndo}
        onClick={design.undo}
      />
      <Button
        type="text"
        aria-label="重做"
        icon={<RedoOutlined aria-hidden />}
        disabled={!design.canRedo}
        onClick={design.redo}
      />
      {isChanged && <Button onClick={() => void discard()}>放弃草稿</Button>}
      <Button onClick={() => setOpen('revisions')}>版本</Button>
      <Button type="primary" disabled={!isChanged} onClick={() => setOpen('release')}>
        检查并发布
      </Button>
      {open === 'release' && (
        <Release
          design={design}
          onClose={() => setOpen(null)}
          onReleased={() => {
            setOpen(null)
            onReleased()
          }}
        />
      )}
      {open === 'revisions' && <Revisions design={design} onClose={() => setOpen(null)} />}
      {holder}
    </header>
  )
}

import { DndContext, type DragEndEvent, DragOverlay } from '@dnd-kit/core'
import { useRef, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import type { BlockPlan } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import { blockTitle, findBlockPlan } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import { dragTexts } from '#runtime/screens/list-kit/records/drag.ts'
import { blockCommands } from '#runtime/screens/panel/block-commands.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { useDesign } from '../draft/useDesign.ts'
import { useLateEdit } from '../draft/useLateEdit.ts'
import { EditorFrame, type EditorProps } from '../editor/EditorFrame.tsx'
import { EditorStage } from '../editor/EditorStage.tsx'
import { DocumentSettings } from '../settings/Settings.tsx'
import { usePointerDrag } from '../usePointerDrag.ts'
import { BlockSettings } from './BlockSettings.tsx'
import { insertBlock, listBlocks, moveBlock, removeBlock, replaceBlock, updateBlock } from './block-edit.ts'
import { newBlock } from './block-types.ts'
import { Canvas } from './Canvas.tsx'
import { Palette } from './Palette.tsx'
import { PanelPreview } from './PanelPreview.tsx'
import { resizeBlock } from './panel-grid.ts'
import './panel-designer.css'

const views = [
  { value: 'grid', label: '设计' },
  { value: 'preview', label: '预览' },
  { value: 'source', label: '源文件' },
] as const
type View = (typeof views)[number]['value']

const keyHint = Object.values(blockCommands)
  .map((command) => `${keyLabel(command)} ${command.title}`)
  .join('，')

/** The block that a pointer of a problem names; undefined for other parts of the panel. */
const blockAt = (pointer: string): number | undefined => {
  const [, at] = /^\/blocks\/(\d+)/.exec(pointer) ?? []
  return at === undefined ? undefined : Number(at)
}

/** The editor of a panel: blocks on a grid, added from a palette, dragged and resized, each with its settings. */
export function PanelDesigner(props: EditorProps) {
  const design = useDesign(props.source)
  const { document: panel, inspection, session } = design
  const { change } = session
  const [view, setView] = useState<View>('grid')
  const [selected, select] = useState<number | null>(null)
  const [isWhole, setWhole] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const sensors = usePointerDrag()
  const editLate = useLateEdit(session)
  const blocks = listBlocks(panel)
  const block = selected === null ? undefined : blocks[selected]
  const faulty = new Set((inspection?.problems ?? []).flatMap(({ path }) => blockAt(path) ?? []))

  /** Selects a block and, after a move by a key, gives it the focus again. */
  const selectMoved = (at: number) => {
    select(at)
    requestAnimationFrame(() => stage.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus())
  }
  const insert = (at: number, added: JsonObject, label: string) => {
    change(insertBlock(panel, at, structuredClone(added)), label)
    select(at)
  }
  const add = (plan: BlockPlan, at = selected === null ? blocks.length : selected + 1) =>
    insert(at, newBlock(plan), `add ${plan.name}`)
  const move = (from: number, to: number) => {
    const next = moveBlock(panel, from, to)
    if (next === panel) return
    change(next, `move ${from}`)
    selectMoved(to)
  }
  const remove = (at: number) => {
    change(removeBlock(panel, at), `remove ${at}`)
    select(null)
  }
  const resize = (at: number, span: number) => change(resizeBlock(panel, at, span), `span ${at}`)
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    if (!over) return
    const to = Number(String(over.id).slice('at:'.length))
    const [kind, word = ''] = String(active.id).split(':')
    const plan = kind === 'new' ? findBlockPlan({ type: word }) : undefined
    if (plan) return add(plan, to)
    const from = Number(word)
    move(from, Math.min(to, blocks.length - 1))
  }
  return (
    <EditorFrame {...props} design={design} className="view-panel" isWide={view !== 'grid'}>
      <DndContext
        sensors={sensors}
        accessibility={dragTexts((id) => getTitle(id, blocks))}
        onDragStart={({ active }) => setDragged(String(active.id))}
        onDragCancel={() => setDragged(null)}
        onDragEnd={drop}
      >
        {view === 'grid' && (
          <Palette
            count={blocks.length}
            isPanelSelected={block === undefined}
            onSelectPanel={() => select(null)}
            onAdd={add}
          />
        )}
        <EditorStage<View>
          design={design}
          views={views}
          view={view}
          onView={setView}
          stage={stage}
          tools={view === 'grid' && block && <span className="view-design-hint">{keyHint}</span>}
          findPlace={(pointer) => {
            const at = blockAt(pointer)
            const faultyBlock = at === undefined ? undefined : blocks[at]
            return faultyBlock && { label: blockTitle(faultyBlock), open: () => select(at ?? null) }
          }}
        >
          {view === 'grid' && (
            <Canvas
              panel={panel}
              selected={selected}
              faulty={faulty}
              edits={{ select, move, resize, remove }}
            />
          )}
          {view === 'preview' && <PanelPreview panel={panel} />}
        </EditorStage>
        <DragOverlay dropAnimation={null}>
          {dragged && <div className="view-design-dragged">{getTitle(dragged, blocks)}</div>}
        </DragOverlay>
      </DndContext>
      {view === 'grid' &&
        (block && selected !== null ? (
          <BlockSettings
            key={`${selected} ${String(block.type)}`}
            block={block}
            onChange={(next) => change(replaceBlock(panel, selected, next), `settings ${selected}`)}
            onUpdate={(edit) => editLate((present) => updateBlock(present, block, edit))}
            onCopy={() => insert(selected + 1, block, `copy ${selected}`)}
            onRemove={() => remove(selected)}
          />
        ) : (
          <DocumentSettings
            isWhole={isWhole}
            onWhole={setWhole}
            document={panel}
            fieldKeys={[]}
            onChange={(next) => change(next, 'settings of the document')}
          />
        ))}
    </EditorFrame>
  )
}

/** The name of a block or of its place, of the end of the panel, or of the type that the palette adds. */
function getTitle(id: string, blocks: readonly JsonObject[]): string {
  const [, word = ''] = id.split(':')
  const plan = findBlockPlan({ type: word })
  if (plan) return plan.title
  const block = blocks[Number(word)]
  return block ? blockTitle(block) : '末尾'
}

import { DndContext, type DragEndEvent, DragOverlay, pointerWithin } from '@dnd-kit/core'
import { useMemo, useRef, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { findPrintDesign, newPrintBlock, type PrintableField } from '#runtime/schema/kinds/print/designs.ts'
import { dragTexts } from '#runtime/screens/list-kit/records/drag.ts'
import { useDesign } from '../draft/useDesign.ts'
import { useLateEdit } from '../draft/useLateEdit.ts'
import { EditorFrame, type EditorProps } from '../editor/EditorFrame.tsx'
import { EditorStage } from '../editor/EditorStage.tsx'
import {
  insertBlock,
  listBlocks,
  moveBlock,
  removeBlock,
  replaceBlock,
  updateBlock,
} from '../panel/block-edit.ts'
import { DocumentSettings } from '../settings/Settings.tsx'
import { PaperStage } from './PaperStage.tsx'
import { PrintBlockSettings } from './PrintBlockSettings.tsx'
import { PrintPalette } from './PrintPalette.tsx'
import { fieldName, placeField, printBlockTitle } from './print-edit.ts'
import { usePrintableScreen } from './printable-screen.ts'
import '../panel/panel-designer.css'
import { usePointerDrag } from '../usePointerDrag.ts'
import './print-designer.css'

const views = [
  { value: 'paper', label: '纸上的样子' },
  { value: 'source', label: '源文件' },
] as const
type View = (typeof views)[number]['value']

/** The block that a pointer of a problem names; undefined for other parts of the template. */
const blockAt = (pointer: string): number | undefined => {
  const [, at] = /^\/blocks\/(\d+)/.exec(pointer) ?? []
  return at === undefined ? undefined : Number(at)
}

/** The editor of a print template: the paper with a record, blocks from a palette, and the settings of the selected block. */
export function PrintDesigner(props: EditorProps) {
  const design = useDesign(props.source)
  const { document: template, inspection, session } = design
  const { change } = session
  const source = usePrintableScreen(template.screen)
  const { printable } = source
  const [view, setView] = useState<View>('paper')
  const [selected, select] = useState<number | null>(null)
  const [isWhole, setWhole] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const sensors = usePointerDrag()
  const editLate = useLateEdit(session)
  const blocks = listBlocks(template)
  const block = selected === null ? undefined : blocks[selected]
  const faulty = new Set((inspection?.problems ?? []).flatMap(({ path }) => blockAt(path) ?? []))
  const end = selected === null ? blocks.length : selected + 1
  const byName = useMemo(
    () => new Map(printable.fields.map((field) => [fieldName(field), field])),
    [printable],
  )

  /** Selects a block and, after a move by a key, gives it the focus again. */
  const selectMoved = (at: number) => {
    select(at)
    requestAnimationFrame(() => stage.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus())
  }
  const insert = (at: number, added: JsonObject, label: string) => {
    change(insertBlock(template, at, structuredClone(added)), label)
    select(at)
  }
  const add = (type: string, at = end) => insert(at, newPrintBlock(type, printable), `add ${type}`)
  const place = (field: PrintableField, into: number | undefined, before: number) => {
    const placed = placeField(template, field, { into, before })
    if (!placed) return
    change(placed.template, `field ${fieldName(field)}`)
    select(placed.at)
  }
  const edits = {
    move(from: number, to: number) {
      const next = moveBlock(template, from, to)
      if (next === template) return
      change(next, `move ${from}`)
      selectMoved(to)
    },
    copy(at: number) {
      const copied = blocks[at]
      if (copied) insert(at + 1, copied, `copy ${at}`)
    },
    remove(at: number) {
      change(removeBlock(template, at), `remove ${at}`)
      select(null)
    },
  }
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    if (!over) return
    const to = Number(String(over.id).slice('at:'.length))
    const [kind, word = ''] = String(active.id).split(':')
    const field = kind === 'field' ? byName.get(word) : undefined
    if (kind === 'new') add(word, to)
    else if (field) place(field, to < blocks.length ? to : undefined, to)
    else {
      const from = Number(word)
      edits.move(from, Math.min(from < to ? to - 1 : to, blocks.length - 1))
    }
  }
  const getTitle = (id: string): string => {
    const [kind, word = ''] = id.split(':')
    if (kind === 'new') return findPrintDesign({ type: word })?.title ?? word
    if (kind === 'field') return byName.get(word)?.title ?? word
    const named = blocks[Number(word)]
    return named ? printBlockTitle(named) : '末尾'
  }
  return (
    <EditorFrame {...props} design={design} className="view-print" isWide={view === 'source'}>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        // The paper stays below the pointer that comes from the palette.
        autoScroll={{ threshold: { x: 0, y: 0.1 } }}
        accessibility={dragTexts(getTitle)}
        onDragStart={({ active }) => setDragged(String(active.id))}
        onDragCancel={() => setDragged(null)}
        onDragEnd={drop}
      >
        {view === 'paper' && (
          <PrintPalette
            screen={printable}
            isDocumentSelected={block === undefined}
            onSelectDocument={() => select(null)}
            onAdd={add}
            onField={(field) => place(field, selected ?? undefined, end)}
          />
        )}
        <PaperStage
          template={template}
          source={source}
          canvas={{ selected, faulty, edits, onSelect: select }}
          onChange={change}
        >
          {({ tools, paper }) => (
            <EditorStage<View>
              design={design}
              views={views}
              view={view}
              onView={setView}
              stage={stage}
              tools={view === 'paper' && tools}
              findPlace={(pointer) => {
                const at = blockAt(pointer)
                const faultyBlock = at === undefined ? undefined : blocks[at]
                return faultyBlock && { label: printBlockTitle(faultyBlock), open: () => select(at ?? null) }
              }}
            >
              {view === 'paper' && paper}
            </EditorStage>
          )}
        </PaperStage>
        <DragOverlay dropAnimation={null}>
          {dragged && <div className="view-design-dragged">{getTitle(dragged)}</div>}
        </DragOverlay>
      </DndContext>
      {view === 'paper' &&
        (block && selected !== null ? (
          <PrintBlockSettings
            key={`${selected} ${String(block.type)}`}
            block={block}
            at={selected}
            count={blocks.length}
            edits={edits}
            fields={printable.fields}
            onChange={(next) => change(replaceBlock(template, selected, next), `settings ${selected}`)}
            onUpdate={(edit) => editLate((present) => updateBlock(present, block, edit))}
          />
        ) : (
          <DocumentSettings
            isWhole={isWhole}
            onWhole={setWhole}
            document={template}
            fieldKeys={[]}
            onChange={(next) => change(next, 'settings of the document')}
          />
        ))}
    </EditorFrame>
  )
}

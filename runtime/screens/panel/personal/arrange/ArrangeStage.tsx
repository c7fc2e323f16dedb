import { PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent, DragOverlay } from '@dnd-kit/core'
import { Alert, App, Button } from 'antd'
import { type CSSProperties, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PlacedBlock } from '#runtime/compile/panel/arrangement.ts'
import type { PanelDocument } from '#runtime/schema/kinds/panel/shape.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { useDiscardGuard } from '#runtime/ui/overlay/useDiscardGuard.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { dragTexts, useDragSensors } from '../../../list-kit/records/drag.ts'
import type { FramedOrigin } from '../useOrigins.ts'
import { ArrangeCell } from './ArrangeCell.tsx'
import { arrangeCommands, pageCommands } from './arrange-commands.ts'
import { Offers } from './Offers.tsx'
import { useArranging } from './useArranging.ts'
import { useKeeping } from './useKeeping.ts'
import './arrange.css'

interface Props {
  panel: PanelDocument
  origins: ReadonlyMap<string, FramedOrigin>
  columns: number
  start: {
    placed: readonly PlacedBlock[]
    /** The number of blocks that are gone or that the user may not see any more. */
    missing: number
    /** Blocks that the panel itself got since then. */
    added: readonly PlacedBlock[]
  }
  /** The user has an arrangement, which can be given up for the one of the document. */
  isStored: boolean
  slot: HTMLElement | null
  onClose(): void
}

const keyHint = Object.values(arrangeCommands)
  .map((command) => `${keyLabel(command)} ${command.title}`)
  .join('，')

/** The mode in which a user arranges a page: nothing is stored before it is saved. */
export function ArrangeStage({ panel, origins, columns, start, isStored, slot, onClose }: Props) {
  const { modal } = App.useApp()
  const isNarrow = useNarrow()
  const arranging = useArranging(start.placed, columns)
  const { blocks, canUndo, undo, add } = arranging
  const keeping = useKeeping(panel.id, onClose)
  const [isAdding, setAdding] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const sensors = useDragSensors()
  const { close } = useDiscardGuard(canUndo, onClose)

  const find = (id: unknown) => blocks.findIndex(({ key }) => key === id)
  const nameBlock = (id: string) => blocks[find(id)]?.title ?? ''
  const focus = (at: number) =>
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus())
  const edits = {
    ...arranging,
    move(from: number, to: number) {
      arranging.move(from, to)
      focus(Math.max(0, Math.min(blocks.length - 1, to)))
    },
    remove(at: number) {
      arranging.remove(at)
      focus(Math.max(0, Math.min(blocks.length - 2, at)))
    },
  }
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    if (over) edits.move(find(active.id), find(over.id))
  }
  const save = () => (canUndo || start.missing > 0 ? void keeping.save(blocks) : onClose())
  const restore = async () => {
    const isSure = await modal.confirm({
      title: '恢复默认？',
      content: '您自己排的内容会去掉，页面恢复成默认的样子。',
      okText: '恢复默认',
      cancelText: '取消',
      autoFocusButton: 'cancel',
    })
    if (isSure) await keeping.reset()
  }
  const present = new Set(blocks.map(({ key }) => key))
  const added = start.added.filter(({ key }) => !present.has(key))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside bubble here
    <div
      className="pro-arrange"
      onKeyDown={(event) => canUndo && !isAdding && runKey(pageCommands, { undo }, event)}
    >
      {slot &&
        createPortal(
          <>
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
              添加内容
            </Button>
            <Button icon={<UndoOutlined aria-hidden />} disabled={!canUndo} onClick={undo}>
              撤销
            </Button>
            <Button disabled={!isStored || keeping.isBusy} onClick={() => void restore()}>
              恢复默认
            </Button>
            <Button onClick={close}>取消</Button>
            <Button type="primary" loading={keeping.isBusy} onClick={save}>
              保存
            </Button>
          </>,
          slot,
        )}
      <p className="pro-arrange-hint">
        {isNarrow
          ? '用箭头改次序，保存后生效。'
          : `拖动标题改位置，拖右边和下边改大小；选中后按键也可以：${keyHint}。`}
      </p>
      {start.missing > 0 && (
        <p className="pro-arrange-hint" role="status">
          {start.missing} 个内容已不存在或无权查看，已略去。
        </p>
      )}
      {added.length > 0 && (
        <Alert
          className="pro-personal-notice"
          type="info"
          showIcon
          message={`默认的页面新增了：${added.map(({ title }) => title).join('、')}`}
          action={
            <Button size="small" type="link" onClick={() => add(added)}>
              添加
            </Button>
          }
        />
      )}
      {blocks.length === 0 && (
        <div className="pro-sheet">
          <StateNote title="这里还没有内容" text="点「添加内容」从各个看板里选。" />
        </div>
      )}
      <DndContext
        sensors={sensors}
        accessibility={dragTexts(nameBlock)}
        onDragStart={({ active }) => setDragged(String(active.id))}
        onDragCancel={() => setDragged(null)}
        onDragEnd={drop}
      >
        <div className="pro-panel-columns">
          <div ref={grid} className="pro-panel-grid" style={{ '--columns': columns } as CSSProperties}>
            {blocks.map((block, at) => (
              <ArrangeCell
                key={block.key}
                block={block}
                at={at}
                count={blocks.length}
                columns={columns}
                frame={origins.get(block.panel)?.frame}
                grid={grid}
                isNarrow={isNarrow}
                edits={edits}
              />
            ))}
          </div>
        </div>
        <DragOverlay dropAnimation={null}>
          {dragged && <div className="pro-arranged-overlay">{nameBlock(dragged)}</div>}
        </DragOverlay>
      </DndContext>
      {isAdding && (
        <Offers
          origins={origins}
          columns={columns}
          placed={blocks}
          isNarrow={isNarrow}
          onAdd={(block) => add([block])}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

import { CloseCircleFilled, LayoutOutlined, MoreOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent, useDraggable, useDroppable } from '@dnd-kit/core'
import { Button, Dropdown, type MenuProps } from 'antd'
import { memo, type RefObject, useRef, useState } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { hasCapability } from '#runtime/schema/kinds/plans.ts'
import { dragTexts } from '#runtime/screens/list-kit/records/drag.ts'
import { canRun } from '#runtime/ui/commands/command.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { type LineContext, lineCommands } from '../commands/line-commands.ts'
import {
  type FieldPath,
  fieldAt,
  freeKey,
  getKey,
  insertField,
  joinPath,
  listFields,
  moveField,
  newField,
  removeField,
} from '../document-edit.ts'
import { usePointerDrag } from '../usePointerDrag.ts'
import { AddField } from './AddField.tsx'
import { documentPanelTitle } from './document-panel.ts'
import { getSample } from './samples.ts'
import { TypeIcon } from './TypeIcon.tsx'

interface Props {
  document: JsonObject
  /** Paths of fields with problems, joined by `.`. */
  faulty: ReadonlySet<string>
  selected: FieldPath
  /** `isAdded`: the field is new, so its name is typed first. */
  onSelect(path: FieldPath, isAdded?: boolean): void
  onChange(document: JsonObject, label: string): void
}

interface Line {
  path: FieldPath
  field: JsonObject
  /** The position among the fields of its list, and their number. */
  at: number
  count: number
}

/** The fields in order, those of a detail table below it. */
function listLines(holder: JsonObject, parent: FieldPath = []): Line[] {
  const fields = listFields(holder)
  return fields.flatMap((field, at) => {
    const path = [...parent, getKey(field)]
    return [{ path, field, at, count: fields.length }, ...listLines(field, path)]
  })
}

/** The fields of a document: chosen, added, dragged, copied and removed. Alt and an arrow key move a field. */
export function FieldList({ document, faulty, selected, onSelect, onChange }: Props) {
  const sensors = usePointerDrag()
  const [over, setOver] = useState<string | null>(null)
  const lines = listLines(document)
  const panelTitle = documentPanelTitle(document)
  const heading = hasCapability(document, 'hasQuery') ? '列' : '字段'

  const add = (type: string) => {
    const sample = getSample(type)
    if (!sample) return
    // A new field follows the selected one; a detail table receives it.
    const field = fieldAt(document, selected)
    const isTable = field?.type === 'table' && type !== 'table'
    const parent = isTable ? selected : type === 'table' ? [] : selected.slice(0, -1)
    const holder = parent.length === 0 ? document : fieldAt(document, parent)
    const fields = holder ? listFields(holder) : []
    const after = isTable ? -1 : fields.findIndex((entry) => getKey(entry) === selected[parent.length])
    const key = freeKey(document, parent, String(sample.key))
    const at = after < 0 ? fields.length : after + 1
    onChange(insertField(document, parent, at, newField(document, sample, key)), `add ${key}`)
    onSelect([...parent, key], true)
  }
  const copy = ({ path, field, at }: Line) => {
    const parent = path.slice(0, -1)
    const key = freeKey(document, parent, getKey(field))
    onChange(insertField(document, parent, at + 1, newField(document, field, key)), `copy ${key}`)
    onSelect([...parent, key], true)
  }
  const remove = ({ path }: Line) => {
    onChange(removeField(document, path), `remove ${joinPath(path)}`)
    onSelect([])
  }
  const move = (path: FieldPath, at: number) =>
    onChange(moveField(document, path, at), `move ${joinPath(path)}`)

  const formatTitle = (id: string) => {
    const line = lines.find(({ path }) => joinPath(path) === id)
    return line ? `「${line.field.title ?? getKey(line.field)}」` : ''
  }
  const drop = ({ active, over: target }: DragEndEvent) => {
    setOver(null)
    const from = lines.find(({ path }) => joinPath(path) === active.id)
    const to = lines.find(({ path }) => joinPath(path) === target?.id)
    // A field stays in its own list: its column belongs to one table.
    if (!from || !to || from === to || joinPath(from.path.slice(0, -1)) !== joinPath(to.path.slice(0, -1)))
      return
    move(from.path, to.at)
  }

  // Lines that a change leaves as they are are not drawn again: they read the edits of the current document here.
  const edits = useRef<Edits>({ onSelect, move, copy, remove })
  edits.current = { onSelect, move, copy, remove }

  return (
    <nav className="view-design-fields" aria-label={heading}>
      <div className="view-design-pane-head">
        <b>{heading}</b>
        <span className="view-design-count">{lines.length}</span>
        <span className="pro-gap" />
        <AddField onAdd={add} />
      </div>
      <DndContext
        sensors={sensors}
        accessibility={dragTexts(formatTitle)}
        onDragOver={(event) => setOver(event.over ? String(event.over.id) : null)}
        onDragCancel={() => setOver(null)}
        onDragEnd={drop}
      >
        <ul>
          {panelTitle && (
            <li data-selected={selected.length === 0 || undefined}>
              <button
                type="button"
                className="view-design-field"
                aria-current={selected.length === 0 ? 'true' : undefined}
                onClick={() => onSelect([])}
              >
                <LayoutOutlined aria-hidden />
                <span className="view-design-field-title">{panelTitle}设置</span>
              </button>
            </li>
          )}
          {lines.map((line) => (
            <FieldLine
              key={joinPath(line.path)}
              line={line}
              isSelected={joinPath(line.path) === joinPath(selected)}
              isFaulty={faulty.has(joinPath(line.path))}
              isOver={over === joinPath(line.path)}
              edits={edits}
            />
          ))}
        </ul>
      </DndContext>
    </nav>
  )
}

interface Edits {
  onSelect(path: FieldPath): void
  move(path: FieldPath, at: number): void
  copy(line: Line): void
  remove(line: Line): void
}

/** A line as its commands see it. */
const lineContext = (line: Line, edits: RefObject<Edits>): LineContext => ({
  at: line.at,
  count: line.count,
  edits: {
    move: (to) => edits.current.move(line.path, to),
    copy: () => edits.current.copy(line),
    remove: () => edits.current.remove(line),
  },
})

interface LineProps {
  line: Line
  isSelected: boolean
  isFaulty: boolean
  isOver: boolean
  edits: RefObject<Edits>
}

const isSameLine = (before: LineProps, after: LineProps): boolean =>
  before.line.field === after.line.field &&
  before.line.at === after.line.at &&
  before.line.count === after.line.count &&
  joinPath(before.line.path) === joinPath(after.line.path) &&
  before.isSelected === after.isSelected &&
  before.isFaulty === after.isFaulty &&
  before.isOver === after.isOver

const FieldLine = memo(function FieldLine({ line, isSelected, isFaulty, isOver, edits }: LineProps) {
  const { path, field } = line
  const types = useFieldTypes()
  const id = joinPath(path)
  const drag = useDraggable({ id })
  const drop = useDroppable({ id })
  const icon = field.compute === undefined ? types.get(String(field.type))?.designer.icon : 'function'
  const title = String(field.title ?? getKey(field))
  return (
    <li
      ref={drop.setNodeRef}
      data-depth={path.length - 1}
      data-selected={isSelected || undefined}
      data-over={(isOver && !drag.isDragging) || undefined}
    >
      <button
        type="button"
        ref={drag.setNodeRef}
        {...drag.listeners}
        className="view-design-field"
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => edits.current.onSelect(path)}
        onKeyDown={(event) => runKey(lineCommands, lineContext(line, edits), event)}
      >
        <LineText title={title} icon={icon} name={getKey(field)} isFaulty={isFaulty} />
      </button>
      <LineMenu title={title} line={line} edits={edits} />
    </li>
  )
}, isSameLine)

interface TextProps {
  title: string
  icon: string | undefined
  name: string
  isFaulty: boolean
}

// Dragging draws the lines again, not what is in them.
const LineText = memo(function LineText({ title, icon, name, isFaulty }: TextProps) {
  return (
    <>
      {icon && <TypeIcon name={icon} />}
      <span className="view-design-field-title">{title}</span>
      {isFaulty && <CloseCircleFilled className="view-design-fault" role="img" aria-label="有错误" />}
      <code>{name}</code>
    </>
  )
})

interface MenuOfLineProps {
  title: string
  line: Line
  edits: RefObject<Edits>
}

const LineMenu = memo(function LineMenu({ title, line, edits }: MenuOfLineProps) {
  const context = lineContext(line, edits)
  const menu: MenuProps = {
    items: lineCommands.map((command) => ({
      key: command.id,
      label: command.title,
      extra: keyLabel(command),
      danger: command.danger,
      disabled: !canRun(command, context),
      onClick: () => command.run(context),
    })),
  }
  return (
    <Dropdown autoFocus menu={menu} trigger={['click']}>
      <Button
        type="text"
        size="small"
        className="view-design-more"
        aria-label={`${title}的操作`}
        icon={<MoreOutlined aria-hidden />}
      />
    </Dropdown>
  )
})

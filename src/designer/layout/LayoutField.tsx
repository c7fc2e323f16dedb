import { MoreOutlined } from '@ant-design/icons'
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { Button, Dropdown, type MenuProps } from 'antd'
import { type CSSProperties, memo, type ReactNode, type RefObject } from 'react'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { getTitle, isRequired } from '#runtime/schema/derive.ts'
import { type Field, isDetail } from '#runtime/schema/types.ts'
import { canRun } from '#runtime/ui/commands/command.ts'
import { keyLabel } from '#runtime/ui/commands/key-label.ts'
import { runKey } from '#runtime/ui/commands/run-key.ts'
import { WidthHandle } from '#runtime/ui/layout/EdgeHandle.tsx'
import { type LayoutContext, layoutCommands } from '../commands/layout-commands.ts'
import type { DragPart, Side } from '../drag-part.ts'
import { TypeIcon } from '../settings/TypeIcon.tsx'
import type { FieldEdits } from './useLayoutEdits.ts'

interface Props {
  field: Field
  /** The position in the group, and the group; absent for a field in none. */
  at: number
  group: number | undefined
  span: number
  /** The columns that the field can take; 0 for one of the whole width. */
  columns: number
  grid: RefObject<HTMLDivElement | null>
  /** The titles of all groups, a line each. */
  titles: string
  /** The side at which a dragged field would land. */
  mark: Side | undefined
  isSelected: boolean
  /** Whether the form does not show the field. */
  isLeft: boolean
  edits: FieldEdits
  children: ReactNode
}

/** A field of the form at its place: selected, moved, widened and taken out by mouse, keys and its menu. */
export const LayoutField = memo(function LayoutField(props: Props) {
  const { field, at, group, span, columns, grid, titles, mark, isSelected, isLeft, edits, children } = props
  const { key } = field
  const title = getTitle(field)
  const data: DragPart = { kind: 'field', key, group: group ?? -1, isWide: columns === 0, title }
  const drag = useDraggable({ id: `field:${key}`, data })
  const drop = useDroppable({ id: `field:${key}`, data, disabled: group === undefined })
  const context: LayoutContext = {
    span,
    columns: isLeft ? 0 : columns,
    canStep: (by) => edits.canStep(key, by),
    isInForm: !isLeft,
    edits: {
      step: (by) => edits.step(key, by),
      resize: (next) => edits.resize(key, next),
      leave: () => edits.leave(key),
    },
  }
  const names = titles.split('\n')
  const place =
    group === undefined ? (isLeft ? '不在表单里' : '没有排进分组') : `${names[group]}第 ${at + 1} 个`
  const width = columns === 0 ? '整行' : `占 ${span} 列`
  return (
    <div
      ref={drop.setNodeRef}
      className="view-layout-field"
      data-selected={isSelected || undefined}
      data-dragged={drag.isDragging || undefined}
      data-mark={mark}
      data-wide={columns === 0 || undefined}
      style={{ '--span': isLeft ? 1 : span } as CSSProperties}
    >
      <button
        type="button"
        ref={drag.setNodeRef}
        {...drag.listeners}
        className="view-layout-press"
        aria-label={`${title}，${place}，${width}`}
        aria-pressed={isSelected}
        data-layout-key={key}
        onClick={() => edits.select([key])}
        onKeyDown={(event) => runKey(layoutCommands, context, event)}
      >
        <FieldFace field={field} title={title} />
      </button>
      {children}
      <FieldMenu title={title} context={context} names={names} group={group} field={field} edits={edits} />
      {columns > 1 && !isLeft && (
        <WidthHandle
          title={title}
          span={span}
          columns={columns}
          grid={grid}
          onResize={context.edits.resize}
        />
      )}
    </div>
  )
})

/** The label, and in the place of the control the type of the field. */
const FieldFace = memo(function FieldFace({ field, title }: { field: Field; title: string }) {
  const type = useFieldTypes().get(field.type)
  const icon = field.compute === undefined ? type?.designer.icon : 'function'
  return (
    <>
      <span className="view-layout-label" data-required={isRequired(field) || undefined}>
        {title}
      </span>
      {!isDetail(field) && (
        <span className="view-layout-control" data-multiline={type?.isMultiline || undefined}>
          {icon && <TypeIcon name={icon} />}
          {type?.designer.label}
        </span>
      )}
    </>
  )
})

interface MenuOfFieldProps {
  title: string
  context: LayoutContext
  names: readonly string[]
  group: number | undefined
  field: Field
  edits: FieldEdits
}

function FieldMenu({ title, context, names, group, field, edits }: MenuOfFieldProps) {
  const widths = Array.from({ length: context.columns }, (_, at) => at + 1)
  const items = (): MenuProps['items'] => [
    ...layoutCommands.map((command) => ({
      key: command.id,
      label: command.title,
      extra: keyLabel(command),
      disabled: !canRun(command, context),
      onClick: () => command.run(context),
    })),
    { type: 'divider' },
    {
      key: 'group',
      label: '移到分组',
      disabled: names.every((_, at) => at === group),
      children: names.map((name, at) => ({
        key: `group ${at}`,
        label: name,
        disabled: at === group,
        onClick: () => edits.moveTo(field.key, at),
      })),
    },
    ...(widths.length > 1
      ? [
          {
            key: 'span',
            label: '占几列',
            children: widths.map((span) => ({
              key: `span ${span}`,
              label: `${span} 列`,
              disabled: span === context.span,
              onClick: () => edits.resize(field.key, span),
            })),
          },
        ]
      : []),
  ]
  return (
    <Dropdown autoFocus menu={{ items: items() }} trigger={['click']}>
      <Button
        type="text"
        size="small"
        className="view-layout-more"
        aria-label={`${title}的排版`}
        icon={<MoreOutlined aria-hidden />}
      />
    </Dropdown>
  )
}

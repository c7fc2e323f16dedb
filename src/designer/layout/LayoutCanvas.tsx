import { FolderAddOutlined, PlusOutlined } from '@ant-design/icons'
import { DragOverlay } from '@dnd-kit/core'
import { Button, Segmented } from 'antd'
import { type CSSProperties, useDeferredValue, useMemo, useRef } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { formLayout, restTitle } from '#runtime/schema/form-layout.ts'
import { drawableDocument } from '#runtime/schema/kinds/document-json.ts'
import { asDocumentWith } from '#runtime/schema/kinds/document-with.ts'
import type { ScreenDocument } from '#runtime/schema/types.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { type FieldPath, joinPath } from '../document-edit.ts'
import { useMerged } from '../preview/useMerged.tsx'
import { addGroup, addTab, groupTitle, listTabs, readArrangement } from './arrangement.ts'
import { FieldPlaces, type Place } from './FieldPlaces.tsx'
import { LayoutGroup, LayoutTab } from './LayoutGroup.tsx'
import { LeftFields } from './LeftFields.tsx'
import { useLayoutDrop } from './useLayoutDrop.ts'
import { type ArrangedForm, useLayoutEdits } from './useLayoutEdits.ts'
import './layout.css'

interface Props {
  /** The draft, a screen or an overlay. */
  document: JsonObject
  selected: FieldPath
  /** `isAdded`: the field is new, so its name is typed first. */
  onSelect(path: FieldPath, isAdded?: boolean): void
  onChange(document: JsonObject, label: string): void
}

/** The form of a screen as its groups, tabs and columns, each of which can be moved by mouse, finger, key and menu. */
export function LayoutCanvas(props: Props) {
  const { document } = props
  const { screen: merged, base, note } = useMerged(document)
  const screen = useMemo(() => {
    const whole = merged && drawableDocument(merged)
    return whole && asDocumentWith(whole, 'hasTable')
  }, [merged])
  const present = useMemo(
    () => screen && { document, screen, base, arrangement: readArrangement(screen) },
    [document, screen, base],
  )
  // Drawing may lag behind: what is done with a field changes the present document.
  const drawn = useDeferredValue(present)
  if (!merged) return note
  if (!present || !drawn) return <StateNote title="这样还画不出来" text="请先改好下面列出的错误，再排版。" />
  return <LaidOutForm {...props} present={present} drawn={drawn} />
}

const columnChoices = [
  { value: 0, label: '自动' },
  { value: 1, label: '1 列' },
  { value: 2, label: '2 列' },
  { value: 3, label: '3 列' },
  { value: 4, label: '4 列' },
]

/** The fields by key, the same objects as long as the screen is. */
const fieldsByKey = ({ fields }: ScreenDocument) => new Map(fields.map((field) => [field.key, field]))

interface FormProps extends Props {
  present: ArrangedForm
  drawn: ArrangedForm
}

function LaidOutForm({ present, drawn, selected, onSelect, onChange }: FormProps) {
  const { screen, arrangement } = drawn
  const box = useRef<HTMLElement>(null)
  const fields = useMemo(() => fieldsByKey(screen), [screen])
  const { columns } = formLayout(screen, 'edit')
  const { edits, announcement, apply, setColumns, insert, moveColumn } = useLayoutEdits({
    box,
    form: present,
    drawn: arrangement,
    onSelect,
    onChange,
  })
  const { dragged, goal } = useLayoutDrop({ arrangement, edits, apply, insert, moveColumn })
  const { groups, rest, left } = arrangement
  const tabs = listTabs(arrangement)
  const titles = groups.map((_, at) => groupTitle(arrangement, at)).join('\n')
  const place = (keys: readonly string[], group: number | undefined): Place => ({
    keys,
    group,
    fields,
    columns,
    titles,
    goal,
    selected: joinPath(selected),
    edits,
    areColumnsFixed: drawn.base !== null,
  })
  const drawGroup = (at: number) => {
    const group = groups[at]
    if (!group) return null
    return (
      <LayoutGroup
        key={`${group.tab ?? ''} ${at}`}
        at={at}
        arrangement={arrangement}
        goal={goal}
        onApply={apply}
      >
        <FieldPlaces {...place(group.fields, at)} />
      </LayoutGroup>
    )
  }
  return (
    <section
      ref={box}
      className="view-layout"
      aria-label="表单布局"
      data-dragging={dragged !== undefined || undefined}
      style={{ '--columns': columns } as CSSProperties}
    >
      <div className="view-layout-bar">
        <Segmented
          size="small"
          aria-label="表单的列数"
          options={columnChoices}
          value={screen.form?.columnCount ?? 0}
          onChange={(count) => setColumns(count === 0 ? undefined : count)}
        />
        <span className="pro-gap" />
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => apply(addGroup(arrangement), 'add group', '加了一个分组')}
        >
          分组
        </Button>
        <Button
          size="small"
          icon={<FolderAddOutlined aria-hidden />}
          onClick={() => apply(addTab(arrangement), 'add tab', '加了一个页签')}
        >
          页签
        </Button>
      </div>
      {groups.map((group, at) => (group.tab === undefined ? drawGroup(at) : null))}
      {tabs.map((tab, index) => (
        <LayoutTab
          key={tab}
          tab={tab}
          index={index}
          count={tabs.length}
          arrangement={arrangement}
          goal={goal}
          onApply={apply}
        >
          {groups.map((group, at) => (group.tab === tab ? drawGroup(at) : null))}
        </LayoutTab>
      ))}
      {rest.length > 0 && (
        <section className="view-layout-group" data-loose aria-label={restTitle}>
          <div className="view-layout-head">
            <b>{restTitle}</b>
            <span className="view-design-hint">没有排进分组，表单放在最后；拖到分组里就排好了</span>
          </div>
          <FieldPlaces {...place(rest, undefined)} />
        </section>
      )}
      <LeftFields isGoal={goal?.part.kind === 'left'}>
        {left.length > 0 ? (
          <FieldPlaces {...place(left, undefined)} isLeft />
        ) : (
          <p className="view-design-hint">没有。拖到这里的字段，表单不再显示。</p>
        )}
      </LeftFields>
      <p role="status" className="view-layout-announcement">
        {announcement}
      </p>
      <DragOverlay dropAnimation={null}>
        {dragged && <div className="view-design-dragged">{dragged.title}</div>}
      </DragOverlay>
    </section>
  )
}

import { QuestionCircleOutlined } from '@ant-design/icons'
import { FormGrid } from '@formily/antd-v5'
import type { Field as FormilyField } from '@formily/core'
import { createSchemaField, observer, RecursionField, useField, useFieldSchema } from '@formily/react'
import { Tabs as AntTabs, Tooltip } from 'antd'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { refuseFormilyExpressions } from '#runtime/compile/form/formily.ts'
import type { RowStore } from '#runtime/record/rows/row-store.ts'
import { ToolbarSlot } from '#runtime/ui/layout/toolbar-slot.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { FormulaMark } from '#runtime/ui/state/FormulaMark.tsx'
import { useFormScreen } from '../form-context.ts'
import type { Session } from '../session.ts'
import { FieldAdapter } from './FieldAdapter.tsx'

interface ItemProps {
  name: string
  span: number
  required?: boolean
  /** Detail tables have no label and the full width. */
  bare?: boolean
  children?: ReactNode
}

/** Label, control, and the error in the gap below, so that it moves nothing. */
const FormItem = observer(function FormItem({ name, span, required, bare, children }: ItemProps) {
  const target = useField<FormilyField>()
  const { columns, session, getId } = useFormScreen()
  const item = session.plan.fields.get(name)
  const error = target.selfErrors?.[0]
  const help = item?.field.help
  const computed = !bare && item?.field.compute !== undefined
  return (
    <div
      className="pro-item"
      data-key={name}
      data-bare={bare || undefined}
      data-invalid={error ? true : undefined}
      data-computed={computed || undefined}
      data-multiline={item?.type.isMultiline || item?.field.widget !== undefined || undefined}
      data-grid-span={bare ? columns : span}
    >
      {!bare && (
        <label htmlFor={getId(name)} data-required={required || undefined}>
          {item?.title}
          {help && (
            <Tooltip title={help}>
              {/* Inside the label, but no part of the control's name. */}
              <QuestionCircleOutlined className="pro-help" aria-hidden />
            </Tooltip>
          )}
        </label>
      )}
      {help && <span className="pro-help-text">{help}</span>}
      <div className="pro-item-control">
        {children}
        {computed && (
          <FormulaMark
            title={item.title}
            scale={item.field.scale}
            explain={() => session.model.explain(name)}
          />
        )}
        {error && (
          <div className="pro-item-error" id={`${getId(name)}-error`} role="alert">
            {String(error)}
          </div>
        )}
      </div>
    </div>
  )
})

function Group({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <section className="pro-group">
      {title && <h2>{title}</h2>}
      {children}
    </section>
  )
}

/**
 * The grid of Formily with a fixed number of columns: its own measuring fails while a dialog is still growing. Its
 * spans are read from `data-grid-span`.
 */
function Grid({ children }: { children?: ReactNode }) {
  const { columns } = useFormScreen()
  const narrow = useNarrow()
  return (
    <FormGrid
      className="pro-grid"
      minColumns={columns}
      maxColumns={columns}
      columnGap={32}
      rowGap={narrow ? 0 : 18}
      strictAutoFit
    >
      {children}
    </FormGrid>
  )
}

interface TabProps {
  title: string
  keys: string[]
}

/** A pane is drawn when it is first opened. On a phone the panes are groups, one below the other. */
const Tabs = observer(function Tabs() {
  const schema = useFieldSchema()
  const { tab, setTab, session, isRoomy, isStepped } = useFormScreen()
  const narrow = useNarrow()
  const panes = Object.entries(schema.properties ?? {})
  const [slots, setSlots] = useState<Readonly<Record<string, HTMLElement | null>>>({})
  const active = tab ?? panes[0]?.[0]
  if (isStepped)
    return panes.map(
      ([name, pane]) => name === active && <RecursionField key={name} name={name} schema={pane} />,
    )
  if (narrow)
    return panes.map(([name, pane]) => {
      const { title, keys } = pane['x-component-props'] as TabProps
      return (
        <Group key={name} title={rowsOfTab(session, keys) ? undefined : title}>
          <RecursionField name={name} schema={pane} />
        </Group>
      )
    })
  return (
    <AntTabs
      className="pro-tabs"
      activeKey={active}
      onChange={setTab}
      // Tool bars are no extra content of the tabs: a list of tabs may have no other children.
      renderTabBar={(bar, TabBar) => (
        <div className="pro-tab-bar">
          <TabBar {...bar} />
          {isRoomy &&
            panes.map(([name]) => (
              <ToolSlot key={name} name={name} isActive={name === active} onSlot={setSlots} />
            ))}
        </div>
      )}
      items={panes.map(([name, pane]) => {
        const { title, keys } = pane['x-component-props'] as TabProps
        return {
          key: name,
          label: <TabLabel title={title} keys={keys} />,
          children: (
            <ToolbarSlot value={(isRoomy && keys.length === 1 && slots[name]) || null}>
              <RecursionField name={name} schema={pane} />
            </ToolbarSlot>
          ),
        }
      })}
    />
  )
})

interface SlotProps {
  name: string
  isActive: boolean
  onSlot(
    change: (slots: Readonly<Record<string, HTMLElement | null>>) => Record<string, HTMLElement | null>,
  ): void
}

/** The place beside the tabs for the tool bar of a pane with nothing but a detail table. */
const ToolSlot = ({ name, isActive, onSlot }: SlotProps) => (
  <div
    className="pro-tab-tools"
    hidden={!isActive}
    ref={useCallback(
      (element: HTMLElement | null) => onSlot((slots) => ({ ...slots, [name]: element })),
      [name, onSlot],
    )}
  />
)

/** The rows of the detail table in a tab; the table has a heading of its own. */
const rowsOfTab = ({ model }: Session, keys: readonly string[]): RowStore | undefined =>
  keys.map((key) => model.rows(key)).find((found) => found && found.detail.look !== 'form')

/** The number of rows of a tab with a detail table. */
function TabLabel({ title, keys }: TabProps) {
  const count = useRowCount(rowsOfTab(useFormScreen().session, keys))
  return (
    <>
      {title}
      {count !== undefined && <span className="pro-tab-count">{count}</span>}
    </>
  )
}

function useRowCount(store: RowStore | undefined): number | undefined {
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = store ? [store.subscribeStructure(changed), store.subscribeTotals(changed)] : []
      return () => {
        for (const end of ends) end()
      }
    },
    [store],
  )
  return useSyncExternalStore(subscribe, () => store?.filledRows.length)
}

const Tab = ({ children }: { children?: ReactNode }) => <div className="pro-tab">{children}</div>

// Called before the first schema is compiled, and outside the code that every page loads.
refuseFormilyExpressions()

export const SchemaField = createSchemaField({
  components: { Field: FieldAdapter, FormItem, Group, Grid, Tabs, Tab },
})

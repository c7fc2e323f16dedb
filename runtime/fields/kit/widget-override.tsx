import type { ComponentType } from 'react'
import type { AnyFieldType, CellProps, ControlProps } from '../contract.ts'
import { useWidget } from '../widgets.ts'

type Controls = ComponentType<ControlProps>
type Cells = ComponentType<CellProps>

/** The widget that the field names; an unregistered name falls back to the view of the type. */
function WidgetControl({ own: Own, ...props }: ControlProps & { own: Controls }) {
  const Control: Controls = useWidget(props.field.widget)?.Control ?? Own
  return <Control {...props} />
}

function WidgetCell({ own: Own, ...props }: CellProps & { own: Cells }) {
  const Cell: Cells = useWidget(props.field.widget)?.Cell ?? Own
  return <Cell {...props} />
}

// Only a field with a widget pays for the lookup: a list has thousands of cells.
const controlOf = (Own: Controls): Controls =>
  function Control(props) {
    return props.field.widget === undefined ? <Own {...props} /> : <WidgetControl {...props} own={Own} />
  }

const cellOf = (Own: Cells): Cells =>
  function Cell(props) {
    return props.field.widget === undefined ? <Own {...props} /> : <WidgetCell {...props} own={Own} />
  }

/** A type whose views are replaced by the registered widget that a field names (`widget`). */
export function withWidgetOverride(type: AnyFieldType): AnyFieldType {
  const { Control, Cell, CellEditor } = type
  return {
    ...type,
    Control: controlOf(Control),
    Cell: cellOf(Cell),
    ...(CellEditor ? { CellEditor: controlOf(CellEditor) } : {}),
  }
}

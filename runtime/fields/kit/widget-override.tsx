import type { ComponentType } from 'react'
import type { AnyFieldType, CellProps, ControlProps } from '../../contract/contract.ts'
import { useWidget } from '../../contract/widgets.ts'

type Controls = ComponentType<ControlProps>
type Cells = ComponentType<CellProps>

/** The widget that the field names; an unregistered name falls back to the view of the type. */
function WidgetControl({ fallback: Fallback, ...props }: ControlProps & { fallback: Controls }) {
  const Control: Controls = useWidget(props.field.widget)?.Control ?? Fallback
  return <Control {...props} />
}

function WidgetCell({ fallback: Fallback, ...props }: CellProps & { fallback: Cells }) {
  const Cell: Cells = useWidget(props.field.widget)?.Cell ?? Fallback
  return <Cell {...props} />
}

// Only a field with a widget pays for the lookup: a list has thousands of cells.
const withWidgetControl = (Fallback: Controls): Controls =>
  function Control(props) {
    return props.field.widget === undefined ? (
      <Fallback {...props} />
    ) : (
      <WidgetControl {...props} fallback={Fallback} />
    )
  }

const withWidgetCell = (Fallback: Cells): Cells =>
  function Cell(props) {
    return props.field.widget === undefined ? (
      <Fallback {...props} />
    ) : (
      <WidgetCell {...props} fallback={Fallback} />
    )
  }

/** A type whose views are replaced by the registered widget that a field names (`widget`). */
export function withWidgetOverride(type: AnyFieldType): AnyFieldType {
  const { Control, Cell, CellEditor } = type
  return {
    ...type,
    Control: withWidgetControl(Control),
    Cell: withWidgetCell(Cell),
    ...(CellEditor ? { CellEditor: withWidgetControl(CellEditor) } : {}),
  }
}

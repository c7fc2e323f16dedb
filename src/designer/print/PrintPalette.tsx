import { PrinterOutlined } from '@ant-design/icons'
import { useDraggable } from '@dnd-kit/core'
import { Tooltip } from 'antd'
import {
  type PrintableField,
  type PrintableScreen,
  printDesigns,
} from '#runtime/schema/kinds/print/designs.ts'
import { getIcon } from '#runtime/ui/icons/icons.ts'
import { fieldName } from './print-edit.ts'

interface Props {
  screen: PrintableScreen
  isDocumentSelected: boolean
  onSelectDocument(): void
  onAdd(type: string): void
  onField(field: PrintableField): void
}

/** The types of blocks and the fields of the screen: pressed, or dragged to a place on the paper. */
export function PrintPalette({ screen, isDocumentSelected, onSelectDocument, onAdd, onField }: Props) {
  return (
    <nav className="view-design-fields" aria-label="块和字段">
      <ul>
        <li data-selected={isDocumentSelected || undefined}>
          <button
            type="button"
            className="view-design-field"
            aria-current={isDocumentSelected ? 'true' : undefined}
            onClick={onSelectDocument}
          >
            <PrinterOutlined aria-hidden />
            <span className="view-design-field-title">纸张和页眉页脚</span>
          </button>
        </li>
      </ul>
      <h3 className="view-panel-heading">块，可拖到纸上</h3>
      <ul className="view-print-types">
        {Object.keys(printDesigns).map((type) => (
          <TypeEntry key={type} type={type} screen={screen} onAdd={onAdd} />
        ))}
      </ul>
      <h3 className="view-panel-heading">字段，可拖进块里</h3>
      <ul aria-label="字段">
        {screen.fields.map((field) => (
          <FieldEntry key={fieldName(field)} field={field} onField={onField} />
        ))}
      </ul>
    </nav>
  )
}

interface TypeProps extends Pick<Props, 'screen' | 'onAdd'> {
  type: string
}

function TypeEntry({ type, screen, onAdd }: TypeProps) {
  const design = printDesigns[type as keyof typeof printDesigns]
  const lack = 'lack' in design ? design.lack(screen) : undefined
  const { setNodeRef, listeners } = useDraggable({ id: `new:${type}`, disabled: lack !== undefined })
  const Icon = getIcon(design.icon)
  return (
    <li>
      <Tooltip title={lack}>
        <button
          type="button"
          ref={setNodeRef}
          {...listeners}
          className="view-design-field"
          aria-disabled={lack !== undefined || undefined}
          onClick={() => lack === undefined && onAdd(type)}
        >
          <Icon aria-hidden />
          <span className="view-design-field-title">{design.title}</span>
        </button>
      </Tooltip>
    </li>
  )
}

function FieldEntry({ field, onField }: { field: PrintableField } & Pick<Props, 'onField'>) {
  const { setNodeRef, listeners } = useDraggable({ id: `field:${fieldName(field)}` })
  return (
    <li data-depth={field.detail === undefined ? 0 : 1}>
      <button
        type="button"
        ref={setNodeRef}
        {...listeners}
        className="view-design-field"
        onClick={() => onField(field)}
      >
        <span className="view-design-field-title">{field.title}</span>
        <code>{field.key}</code>
      </button>
    </li>
  )
}

import { Select } from 'antd'
import Input from 'antd/es/input/Input'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import type { ImportFault } from '#runtime/record/checks/import-fault.ts'
import type { Field } from '#runtime/schema/types.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'

interface Props {
  id: string
  fault: ImportFault
  /** The field of the cell, if the document has it. */
  field: Field | undefined
  /** The corrected content; undefined until the user corrects the cell. */
  value: string | undefined
  onMend(value: string): void
}

const pickingGroups: readonly string[] = ['choice', 'tree', 'picker']

/** The input for the correct content of a refused cell: the choice among its records, the picker of its field, or a text. */
export function FaultEditor({ id, fault, field, value, onMend }: Props) {
  const types = useFieldTypes()
  const size = useNarrow() ? 'middle' : 'small'
  const name = `第 ${fault.row} 行${fault.header}`
  const type = field && types.get(field.type)
  if (fault.choices)
    return (
      <Select
        id={id}
        aria-label={name}
        size={size}
        style={{ width: '100%' }}
        placeholder={`「${fault.value}」是哪一个？`}
        status={value === undefined ? 'error' : ''}
        showSearch
        optionFilterProp="label"
        value={value}
        options={fault.choices.map(({ text, title }) => ({ value: text, label: title }))}
        onChange={onMend}
      />
    )
  if (field && type && pickingGroups.includes(type.designer.group))
    return (
      <type.Control
        id={id}
        field={field}
        size={size}
        placeholder={fault.value}
        invalid={value === undefined}
        value={type.fromWire(value ?? null, field)}
        values={{}}
        patch={() => undefined}
        onChange={(changed: unknown) => onMend(String(type.toWire(changed, field) ?? ''))}
      />
    )
  return (
    <Input
      id={id}
      size={size}
      aria-label={name}
      disabled={fault.column === ''}
      status={value === undefined ? 'error' : ''}
      value={value ?? fault.value}
      onChange={(event) => onMend(event.target.value)}
    />
  )
}

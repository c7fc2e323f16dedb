import { useId } from 'react'
import type { PublicField } from '#runtime/schema/kinds/screen/public/view.ts'
import { controls, isGroup } from './controls.tsx'
import { type Decide, isNeeded, isVisible, type Texts } from './field-texts.ts'

interface FieldProps {
  field: PublicField
  text: string
  isRequired: boolean
  fault: string | undefined
  onChange(text: string): void
}

function FormField({ field, text, isRequired, fault, onChange }: FieldProps) {
  const id = useId()
  const Control = controls[field.control]
  const describedBy =
    [fault && `${id}-mark`, field.help && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const Frame = isGroup(field) ? 'fieldset' : 'div'
  const title = (
    <>
      {field.title}
      {isRequired && <span className="app-needed">必填</span>}
    </>
  )
  return (
    <Frame className="app-field" data-invalid={fault ? '' : undefined}>
      {isGroup(field) ? <legend>{title}</legend> : <label htmlFor={id}>{title}</label>}
      <Control
        field={field}
        id={id}
        text={text}
        isInvalid={fault !== undefined}
        isRequired={isRequired}
        describedBy={describedBy}
        onChange={onChange}
      />
      {field.help && (
        <div className="app-hint" id={`${id}-hint`}>
          {field.help}
        </div>
      )}
      {fault && (
        <p className="app-mark" id={`${id}-mark`}>
          {fault}
        </p>
      )}
    </Frame>
  )
}

interface Props {
  fields: readonly PublicField[]
  texts: Texts
  decide: Decide
  faults: Readonly<Record<string, string>>
  onChange(key: string, text: string): void
}

/** The fields of a form that its other values show. */
export const FormFields = ({ fields, texts, decide, faults, onChange }: Props) =>
  fields
    .filter((field) => isVisible(field, fields, texts, decide))
    .map((field) => (
      <FormField
        key={field.key}
        field={field}
        text={texts[field.key] ?? ''}
        isRequired={isNeeded(field, fields, texts, decide)}
        fault={faults[field.key]}
        onChange={(text) => onChange(field.key, text)}
      />
    ))

import type { ComponentType, InputHTMLAttributes } from 'react'
import type { PublicControl } from '#runtime/schema/kinds/screen/public/control.ts'
import type { PublicField } from '#runtime/schema/kinds/screen/public/view.ts'
import { joinChosen, splitChosen } from './field-texts.ts'

export interface ControlProps {
  field: PublicField
  id: string
  text: string
  isInvalid: boolean
  isRequired: boolean
  describedBy: string | undefined
  onChange(text: string): void
}

/** Choices up to this number are all before the eyes. */
const MAX_OPEN_CHOICES = 5

const aria = ({ isInvalid, isRequired, describedBy }: ControlProps) => ({
  'aria-invalid': isInvalid || undefined,
  'aria-required': isRequired || undefined,
  'aria-describedby': describedBy,
})

/** How the browser asks for values on one line; undefined: as a text. */
const inputTypes: Partial<Record<PublicControl, InputHTMLAttributes<HTMLInputElement>>> = {
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
  datetime: { type: 'datetime-local' },
  time: { type: 'time' },
  month: { type: 'month' },
}

function Input(props: ControlProps) {
  const { field, id, text, onChange } = props
  return (
    <div className="app-box">
      <input
        {...inputTypes[field.control]}
        {...aria(props)}
        id={id}
        name={field.key}
        value={text}
        maxLength={field.maxLength}
        placeholder={field.placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function Lines(props: ControlProps) {
  const { field, id, text, onChange } = props
  return (
    <textarea
      {...aria(props)}
      id={id}
      name={field.key}
      rows={4}
      value={text}
      maxLength={field.maxLength}
      placeholder={field.placeholder}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Choice(props: ControlProps) {
  const { field, id, text, onChange } = props
  const { choices = [], key } = field
  if (choices.length > MAX_OPEN_CHOICES)
    return (
      <select
        {...aria(props)}
        id={id}
        name={key}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">请选择</option>
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )
  return (
    <div className="app-choices">
      {choices.map(({ value, text: title }, at) => (
        <label key={value}>
          <input
            type="radio"
            {...(at === 0 && aria(props))}
            name={key}
            checked={text === String(value)}
            onChange={() => onChange(String(value))}
          />
          {title}
        </label>
      ))}
    </div>
  )
}

function Choices(props: ControlProps) {
  const { field, text, onChange } = props
  const chosen = splitChosen(text)
  const toggle = (value: string) =>
    onChange(
      joinChosen(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]),
    )
  return (
    <div className="app-choices">
      {(field.choices ?? []).map(({ value, text: title }, at) => (
        <label key={value}>
          <input
            type="checkbox"
            {...(at === 0 && aria(props))}
            name={field.key}
            checked={chosen.includes(String(value))}
            onChange={() => toggle(String(value))}
          />
          {title}
        </label>
      ))}
    </div>
  )
}

/** The plain controls of the browser, by their names in the language. */
export const controls: Readonly<Record<PublicControl, ComponentType<ControlProps>>> = {
  line: Input,
  lines: Lines,
  number: Input,
  date: Input,
  datetime: Input,
  time: Input,
  month: Input,
  choice: Choice,
  choices: Choices,
}

/** Whether the field consists of several inputs, which share one title. */
export const isGroup = ({ control, choices = [] }: PublicField): boolean =>
  control === 'choices' || (control === 'choice' && choices.length <= MAX_OPEN_CHOICES)

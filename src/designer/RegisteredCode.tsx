import type { RegisteredCode } from './enhancements.ts'

/** The title of registered code with its name; the whole description is shown when the pointer is over it. */
export const codeOption = ({ name, description }: RegisteredCode) => ({
  value: name,
  label: `${description.split('：', 1)[0]}（${name}）`,
  title: description,
})

interface Props {
  names: readonly string[]
  entries: readonly RegisteredCode[]
}

/** What the chosen code does, and the fields that it needs. */
export const Described = ({ names, entries }: Props) =>
  entries
    .filter(({ name }) => names.includes(name))
    .map(({ name, description, reads = [] }) => (
      <p key={name} className="view-design-hint">
        {description}
        {reads.length > 0 && `。要有字段 ${reads.join('、')}`}
      </p>
    ))

import { useId } from 'react'
import type { HelpEntry } from '#runtime/compile/help/describe-field.ts'
import type { HelpPart } from '#runtime/compile/help/describe-page.ts'
import { useServices } from '#runtime/services/services.tsx'

/** A longer dictionary is searched in the field itself. */
const MAX_CHOICES = 20

/** The parts of a description, with the choices of their dictionaries. */
export function HelpParts({ parts }: { parts: readonly HelpPart[] }) {
  return parts.map((part) => <Part key={part.title} {...part} />)
}

function Part({ title, text, entries }: HelpPart) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      <dl>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </dl>
    </section>
  )
}

function Entry({ entry: { title, word, facts, text, dictCode } }: { entry: HelpEntry }) {
  const { lookup } = useServices()
  const items = (dictCode === undefined ? undefined : lookup.items(dictCode)) ?? []
  const choices =
    items.length === 0
      ? []
      : [
          items.length > MAX_CHOICES
            ? `有 ${items.length} 项可选`
            : `可选：${items.map((item) => item.text).join('、')}`,
        ]
  const all = [...facts, ...choices]
  return (
    <div>
      <dt>
        {title}
        {word && <small>{word}</small>}
      </dt>
      {text && <dd>{text}</dd>}
      {all.length > 0 && <dd>{all.join('；')}</dd>}
    </div>
  )
}

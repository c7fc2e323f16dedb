import { Button } from 'antd'
import { Suspense, useDeferredValue, useMemo } from 'react'
import type { NameFault, OfferedName } from '#runtime/fields/rich/code/offered-names.ts'
import { type JsonObject, readText } from '#runtime/kernel/json.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { type FieldPath, joinPath } from '../document-edit.ts'
import { type Dependency, expressionFaults, listDependencies } from './dependencies.ts'
import type { ExpressionWord } from './expression-words.ts'
import { offeredNames } from './formula.ts'

const NameEditor = lazyPart(async () => (await import('#runtime/fields/rich/code/NameEditor.tsx')).NameEditor)

interface Props {
  document: JsonObject
  path: FieldPath
  field: JsonObject
  words: readonly ExpressionWord[]
  /** Whether an expression is offered though the field has none. */
  isOffered(key: string): boolean
  onSelect(path: FieldPath): void
  onChange(field: JsonObject): void
}

/** The expressions of a field, the fields that they read, and the fields that depend on it. */
export function FormulaFields({ document, path, field, words, isOffered, onSelect, onChange }: Props) {
  // Other settings are typed without waiting for the names of all fields.
  const settled = useDeferredValue(document)
  const names = useMemo(() => offeredNames(settled, path), [settled, path])
  const { reads, readBy } = useMemo(() => listDependencies(settled, path, words), [settled, path, words])
  const visible = words.filter(({ key }) => isOffered(key) || field[key] !== undefined)
  const write = (key: string, text: string) => {
    const { [key]: before, ...rest } = field
    if (text === (before ?? '')) return
    onChange(text === '' ? rest : { ...field, [key]: text })
  }
  return (
    <section className="view-design-formulas" aria-label="表达式">
      {visible.map(({ key, title }) => (
        <Expression
          key={key}
          title={title}
          text={readText(field[key])}
          document={settled}
          path={path}
          names={names}
          onChange={(next) => write(key, next)}
        />
      ))}
      <Dependencies title="取自" list={reads} onSelect={onSelect} />
      <Dependencies title="引用此字段" list={readBy} hasTexts onSelect={onSelect} />
    </section>
  )
}

interface ExpressionProps extends Pick<Props, 'document' | 'path'> {
  title: string
  text: string
  names: readonly OfferedName[]
  onChange(text: string): void
}

function Expression({ title, text, document, path, names, onChange }: ExpressionProps) {
  // The same faults are the same list: another one would set up the editor again at each key in any setting.
  const stamp = JSON.stringify(expressionFaults(text, document, path))
  const faults = useMemo((): NameFault[] => JSON.parse(stamp), [stamp])
  return (
    <div>
      <span>{title}</span>
      <Suspense fallback={<TextSkeleton rows={1} />}>
        <NameEditor label={title} value={text} names={names} faults={faults} onChange={onChange} />
      </Suspense>
      {faults.length > 0 && <p className="view-design-fault">{faults[0]?.text}</p>}
    </div>
  )
}

interface ListProps {
  title: string
  list: readonly Dependency[]
  /** Whether the expressions are part of the list. */
  hasTexts?: boolean
  onSelect(path: FieldPath): void
}

function Dependencies({ title, list, hasTexts, onSelect }: ListProps) {
  if (list.length === 0) return null
  return (
    <div>
      <span className="view-design-hint">{title}</span>
      <ul>
        {list.map((entry) => (
          <li key={joinPath(entry.path)}>
            <Button type="link" size="small" onClick={() => onSelect(entry.path)}>
              {entry.title}
            </Button>
            {hasTexts && <code>{entry.text}</code>}
          </li>
        ))}
      </ul>
    </div>
  )
}

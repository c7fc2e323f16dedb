import { Select } from 'antd'
import { useCallback, useMemo } from 'react'
import { asText, type JsonObject } from '#runtime/kernel/json.ts'
import type { PanelWord } from '#runtime/schema/settings/settings-node.ts'
import { PanelEditor } from '../../settings/PanelEditor.tsx'
import { findWord, hasBranches, partTitle, type StepKinds, withType } from '../edit/step-kinds.ts'
import type { BoundScreen } from '../useBoundScreen.ts'
import { FieldRights } from './FieldRights.tsx'
import { PartPane, TitleSetting } from './PartPane.tsx'
import { PeopleSettings } from './PeopleSettings.tsx'

interface Props {
  step: JsonObject
  kinds: StepKinds
  bound: BoundScreen
  onChange(step: JsonObject): void
  children: React.ReactNode
}

/** Where the words are set that the panel leaves out, besides the name and the type. */
const otherPlaces: Readonly<Record<string, 'people' | 'field rights' | 'canvas'>> = {
  to: 'people',
  write: 'field rights',
  hidden: 'field rights',
  branches: 'canvas',
}

/** The settings of a step, in the words of its type. */
export function StepSettings({ step, kinds, bound, onChange, children }: Props) {
  const type = String(step.type)
  const kind = kinds.get(type)
  const isShared = step.how === 'share'
  const isListed = useCallback(
    ({ field: { key } }: PanelWord) => !(key in otherPlaces) && (key !== 'share' || isShared),
    [isShared],
  )
  const people = findWord(kind, 'to')
  const fieldKeys = useMemo(() => [...bound.titles].map(([value, text]) => ({ value, text })), [bound.titles])
  const alike = [...kinds.values()].filter((other) => hasBranches(other) === hasBranches(kind))
  const title = partTitle(step, kind)
  return (
    <PartPane title={title} name={asText(step.key) ?? ''} actions={children}>
      <div className="view-design-basics">
        <TitleSetting value={step} onChange={onChange} />
        <div className="view-design-row">
          <span>类型</span>
          <Select
            aria-label="类型"
            value={type}
            options={alike.map((other) => ({ value: other.type, label: other.title }))}
            onChange={(chosen: string) => {
              const other = kinds.get(chosen)
              if (other) onChange(withType(step, other))
            }}
          />
        </div>
      </div>
      {people && (
        <section aria-label={String(people.field.title)}>
          <b className="view-flow-heading">{people.field.title}</b>
          <PeopleSettings
            word={people}
            value={step.to}
            bound={bound}
            onChange={(to) => {
              const { to: _, ...others } = step
              onChange(to === undefined ? others : { ...others, to })
            }}
          />
        </section>
      )}
      {kind && (
        <PanelEditor
          key={type}
          title={title}
          panel={kind.words}
          value={step}
          isListed={isListed}
          fieldKeys={fieldKeys}
          onChange={onChange}
        />
      )}
      {kind && <FieldRights step={step} kind={kind} bound={bound} onChange={onChange} />}
    </PartPane>
  )
}

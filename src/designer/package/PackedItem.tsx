import { Select, Tag } from 'antd'
import Input from 'antd/es/input/Input'
import { findKindPlan } from '#runtime/schema/kinds/plans.ts'
import type { PackageAction, PackageChoice, PackedDocument, RenamedName } from '../api.ts'
import { nameTitles } from '../release/RenameDialog.tsx'

const states: Readonly<Record<PackedDocument['state'], { text: string; color: string }>> = {
  new: { text: '新的', color: 'green' },
  same: { text: '相同', color: 'default' },
  different: { text: '有不同', color: 'blue' },
  taken: { text: '编号已被占用', color: 'orange' },
}

const actionTexts: Readonly<Record<PackageAction, string>> = {
  import: '导入',
  skip: '跳过',
  replace: '覆盖',
  rename: '改名导入',
}

const actions: Readonly<Record<PackedDocument['state'], readonly PackageAction[]>> = {
  new: ['import', 'skip'],
  same: ['skip', 'rename'],
  different: ['replace', 'skip', 'rename'],
  taken: ['skip', 'replace', 'rename'],
}

interface Props {
  document: PackedDocument
  choice: PackageChoice | undefined
  onChoose(choice: PackageChoice): void
}

/** A document of a package: how it differs from the present one, and what becomes of it. */
export function PackedItem({ document, choice, onChoose }: Props) {
  const { id, title, state, action, changes, names } = document
  const isRenamed = action === 'rename'
  // A name that another document has needs another one; replacing a document keeps its own names.
  const clashing = names.filter(({ kind, takenBy }) =>
    isRenamed
      ? kind === 'document' || takenBy !== null
      : takenBy !== null && takenBy !== id && action !== 'skip',
  )
  const write = (name: RenamedName) => {
    const others = (choice?.names ?? []).filter(({ kind, from }) => kind !== name.kind || from !== name.from)
    const isChanged = name.to !== '' && name.to !== name.from
    onChoose({ id, action: action ?? 'rename', names: isChanged ? [...others, name] : others })
  }
  return (
    <li>
      <b>{title}</b>
      <code>{id}</code>
      <small>{findKindPlan(document)?.title}</small>
      <Tag color={states[state].color}>{states[state].text}</Tag>
      <span className="pro-gap" />
      <Select
        aria-label={`怎么处理${title}`}
        size="small"
        placeholder="请选"
        value={action}
        options={actions[state].map((value) => ({ value, label: actionTexts[value] }))}
        onChange={(value) =>
          onChoose({ id, action: value ?? 'skip', names: value === 'rename' ? names.flatMap(suggest) : [] })
        }
      />
      {clashing.map(({ kind, name, takenBy }) => {
        const to = choice?.names?.find((entry) => entry.kind === kind && entry.from === name)?.to ?? name
        const by = takenBy !== null && takenBy !== id ? `，${takenBy} 已用` : ''
        return (
          <div key={`${kind} ${name}`} className="view-package-name">
            <span>
              {nameTitles[kind]}
              {by}
            </span>
            <Input
              aria-label={`${title}的新${nameTitles[kind]}`}
              size="small"
              maxLength={150}
              defaultValue={to}
              {...(to === name && { status: 'warning' as const })}
              onBlur={(event) => write({ kind, from: name, to: event.target.value.trim() })}
            />
          </div>
        )
      })}
      {state === 'different' && action === 'replace' && changes.length > 0 && (
        <ul className="view-design-changes">
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Another name for what is taken, which the user may change. */
function suggest({ kind, name, takenBy }: PackedDocument['names'][number]): RenamedName[] {
  if (takenBy === null) return []
  return [{ kind, from: name, to: `${name}${kind === 'document' ? '-copy' : '_copy'}` }]
}

import { Checkbox } from 'antd'
import Input from 'antd/es/input/Input'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import typeTexts from '#runtime/fields/kit/types.json'
import { typeGroups } from '#runtime/preview/type-groups.ts'
import { useNarrow } from '#runtime/ui/layout/useNarrow.ts'
import { readStates, type State, stateTitles, writeStates } from './states.ts'
import { TypeSection } from './TypeSection.tsx'

const stateOptions = Object.entries(stateTitles).map(([value, label]) => ({ value: value as State, label }))

const purposes = new Map(Object.entries(typeTexts).map(([word, { purpose }]) => [word, purpose]))

/** Every field type: the index on the left, the four views of each type on the right. */
export default function Types() {
  const [searchText, setSearchText] = useState('')
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const narrow = useNarrow()
  // The address is updated later; the views do not wait for it.
  const [states, setStates] = useState(() => readStates(params))
  const groups = typeGroups(searchText)
  const count = groups.reduce((sum, { types }) => sum + types.length, 0)
  const word = decodeURIComponent(hash.slice(1))

  useEffect(() => {
    if (word) document.getElementById(word)?.scrollIntoView({ block: 'start' })
  }, [word])

  const index = groups.map(({ title, types }) => (
    <div key={title}>
      <h2>{title}</h2>
      <ul>
        {types.map(({ type, designer }) => (
          <li key={type}>
            <Link
              to={{ search: `?${params}`, hash: type }}
              aria-current={type === word ? 'true' : undefined}
              replace
            >
              {designer.label}
              <code>{type}</code>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
  return (
    <div className="view-cat-columns">
      <nav className="view-cat-index" aria-label="字段类型">
        <Input
          type="search"
          allowClear
          aria-label="查找类型"
          placeholder="查找类型"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
        {narrow ? (
          <details>
            <summary>目录（{count}）</summary>
            {index}
          </details>
        ) : (
          index
        )}
      </nav>
      <div className="view-cat-stage">
        <fieldset className="view-cat-states">
          <legend>状态</legend>
          <Checkbox.Group<State>
            options={stateOptions}
            value={[...states]}
            onChange={(next) => {
              setStates(new Set(next))
              void navigate({ search: `?${writeStates(params, next)}`, hash }, { replace: true })
            }}
          />
        </fieldset>
        {count === 0 && <p className="view-cat-none">没有叫「{searchText}」的类型。</p>}
        {groups.map(({ title, types }) => (
          <section key={title} aria-label={title}>
            {types.map((type) => (
              <TypeSection key={type.type} type={type} purpose={purposes.get(type.type)} states={states} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

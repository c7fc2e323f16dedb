import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { indexQuery } from '#runtime/data/documents.ts'
import { asText, type JsonObject, listObjects } from '#runtime/kernel/json.ts'
import type { PanelWord } from '#runtime/schema/settings/settings-node.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { suggestMoves } from '../../approval/suggest-moves.ts'
import { type Offers, OffersProvider } from '../../settings/offers.ts'
import { PaneHead, PanelSettings } from '../../settings/PanelSettings.tsx'
import { ConditionSetting } from '../condition/ConditionSetting.tsx'
import type { BoundScreen } from '../useBoundScreen.ts'

interface Props {
  document: JsonObject
  bound: BoundScreen
  onChange(document: JsonObject): void
}

/** What the words of the workflow offer: the screens with moves, or the moves of its screen. */
const wordOffers: Readonly<Record<string, 'screens' | 'moves'>> = {
  screen: 'screens',
  start: 'moves',
  pass: 'moves',
  back: 'moves',
  stop: 'moves',
}

/** The settings of the workflow itself: its screen, the moves of the screen that it makes, its title, and when it is taken. */
export function WorkflowSettings({ document, bound, onChange }: Props) {
  const { http } = useServices()
  const [isWhole, setWhole] = useState(false)
  const { data: documents } = useQuery(indexQuery(http))
  const { screen, error, isLoading, reload } = bound
  const isListed = useCallback(
    ({ field: { key }, isCommon }: PanelWord) => key !== 'when' && (isWhole || isCommon === true),
    [isWhole],
  )
  const offers = useMemo((): Offers => {
    const moves = listObjects(screen?.flow?.moves).map(({ code, title }) => ({
      value: String(code),
      text: String(title ?? code),
    }))
    const screens = (documents ?? [])
      .filter(({ hasFlow }) => hasFlow)
      .map(({ id, title }) => ({ value: id, text: title }))
    const choices = { screens, moves }
    return ([word]) => {
      const offer = wordOffers[String(word)]
      return offer && choices[offer]
    }
  }, [screen, documents])
  const { when, ...others } = document
  return (
    <aside className="view-design-settings" aria-label={`${String(document.title ?? document.id)}的设置`}>
      <PaneHead title="流程" name={String(document.id)} isWhole={isWhole} onWhole={setWhole} />
      {error && !isLoading && (
        <p className="view-design-fault view-design-help">
          {errorMessage(error)}
          <Button type="link" size="small" onClick={reload}>
            重试
          </Button>
        </p>
      )}
      {screen && !screen.flow && (
        <p className="view-design-fault view-design-help">
          「{screen.title}」还没有审批，请先在它的设计器里用「审批」加上，或换一个界面。
        </p>
      )}
      <MoveChoice document={document} bound={bound} onChange={onChange} />
      <OffersProvider value={offers}>
        <PanelSettings
          // The offered moves are those of the beginning.
          key={`${screen?.id} ${documents?.length}`}
          word="document.workflow"
          title="流程"
          value={document}
          isListed={isListed}
          fieldKeys={[]}
          onChange={onChange}
        />
      </OffersProvider>
      <CaseTitle document={document} bound={bound} onChange={onChange} />
      <ConditionSetting
        label="什么条件走这个流程"
        empty="没有条件，提交的记录都走这个流程。"
        value={when}
        bound={bound}
        onChange={(next) => onChange(next === undefined ? others : { ...others, when: next })}
      />
    </aside>
  )
}

/** Chooses the moves of the screen anew, where the workflow names moves that the screen does not have. */
function MoveChoice({ document, bound, onChange }: Props) {
  const flow = bound.screen?.flow
  const codes = new Set(listObjects(flow?.moves).map(({ code }) => code))
  const suggested = suggestMoves(flow)
  const isMissing = Object.keys(suggested).some((word) => word !== 'stop' && !codes.has(document[word]))
  if (!isMissing) return null
  const { stop: _, ...others } = document
  return (
    <p className="view-design-help">
      <Button size="small" onClick={() => onChange({ ...others, ...suggested })}>
        按这个界面的审批选动作
      </Button>
    </p>
  )
}

/** Puts the value of a field into the title of the cases. */
function CaseTitle({ document, bound, onChange }: Props) {
  const options = [...bound.queried.values()].map(({ path, title }) => ({ value: path, label: title }))
  if (options.length === 0) return null
  return (
    <div className="view-design-row view-flow-insert">
      <span>标题里加</span>
      <Select
        aria-label="在标题里加字段"
        placeholder="选一个字段"
        value={null}
        showSearch
        optionFilterProp="label"
        options={options}
        onChange={(key: string | null) => {
          if (key)
            onChange({ ...document, caseTitle: `${asText(document.caseTitle) ?? ''} \${${key}}`.trim() })
        }}
      />
    </div>
  )
}

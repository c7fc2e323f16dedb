import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { isJsonObject, listObjects, listTextEntries } from '#runtime/kernel/json.ts'
import {
  fieldCode,
  fieldEnhancement,
  HOOKS_CODE,
  listEnhancements,
  moveCode,
  withEnhancement,
} from '#runtime/schema/compose/enhancements.ts'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailure } from '#runtime/ui/errors/LoadFailure.tsx'
import { multiple } from '#runtime/ui/multiple.ts'
import { TextSkeleton } from '#runtime/ui/state/TextSkeleton.tsx'
import { getKey, listFields } from '../document-edit.ts'
import type { Design } from '../draft/useDesign.ts'
import { type EnhancementList, enhancementsQuery } from '../enhancements.ts'
import { codeOption, Described } from '../RegisteredCode.tsx'
import { EnhancementHistory } from './EnhancementHistory.tsx'
import { enhancementLines } from './enhancement-words.ts'
import './enhancement.css'

interface Props {
  design: Design
  notice?: ReactNode
  onClose(): void
}

/** What a screen does besides its fields: registered code and expressions, chosen from lists, with their history. */
export function EnhancementDrawer({ design, notice, onClose }: Props) {
  const { http } = useServices()
  const { id } = design.session
  const { data, error, isPending, refetch } = useQuery(enhancementsQuery(http, id))
  return (
    <Drawer open title="增强" width={640} onClose={onClose}>
      {notice}
      <p className="view-design-hint">
        这里没有脚本：要做的事从登记过的处理和效果里选，字段之间的联动写表达式。选好后随草稿一起发布。
      </p>
      {error && <LoadFailure error={error} onRetry={refetch} />}
      {isPending && <TextSkeleton rows={6} />}
      {data && <Choices design={design} list={data} />}
    </Drawer>
  )
}

function Choices({ design, list }: { design: Design; list: EnhancementList }) {
  const { document } = design
  const [more, setMore] = useState<readonly string[]>([])
  const values = listEnhancements(document)
  const put = (code: string, value: unknown) =>
    design.session.change(withEnhancement(document, code, value), `enhancement ${code}`)
  const hooks = listTextEntries(values.get(HOOKS_CODE)).map(([, name]) => name)
  const moves = isJsonObject(document.flow) ? listObjects(document.flow.moves) : []
  const fields = listFields(document)
  const isListed = (key: string) => values.has(fieldCode(key)) || more.includes(key)
  const row = (code: string, title: string, control: ReactNode) => (
    <Choice
      key={code}
      title={title}
      history={
        <EnhancementHistory
          versions={list.versions[code] ?? []}
          current={values.get(code)}
          list={list}
          onRestore={(value) => put(code, value)}
        />
      }
      count={list.versions[code]?.length ?? 0}
    >
      {control}
    </Choice>
  )
  return (
    <>
      <h3>服务器处理</h3>
      {row(
        HOOKS_CODE,
        '新增、修改、删除时',
        <>
          <Select
            {...multiple}
            aria-label="服务器处理"
            placeholder="没有"
            value={hooks}
            options={list.hooks.map(codeOption)}
            onChange={(names: string[]) => put(HOOKS_CODE, names)}
          />
          <Described names={hooks} entries={list.hooks} />
        </>,
      )}
      {moves.length > 0 && <h3>审批动作的效果</h3>}
      {moves.map((move) => {
        const title = String(move.title ?? move.code)
        const code = moveCode(String(move.code))
        const effect = values.get(code)
        return row(
          code,
          title,
          <>
            <Select
              allowClear
              aria-label={`${title}的效果`}
              placeholder="只改状态"
              value={typeof effect === 'string' ? effect : undefined}
              options={list.effects.map(codeOption)}
              onChange={(name: string | undefined) => put(code, name)}
            />
            <Described names={[String(effect)]} entries={list.effects} />
          </>,
        )
      })}
      <h3>字段的联动和校验</h3>
      {fields
        .filter((field) => isListed(getKey(field)))
        .map((field) => {
          const value = fieldEnhancement(field)
          const title = String(field.title ?? getKey(field))
          const { handlers = [], ...linkage } = value
          return row(
            fieldCode(getKey(field)),
            title,
            <>
              {Object.keys(linkage).length > 0 &&
                enhancementLines(linkage, list).map((line) => <code key={line}>{line}</code>)}
              <Select
                {...multiple}
                aria-label={`${title}的校验`}
                placeholder="没有登记过的校验"
                value={handlers}
                options={list.handlers.map(codeOption)}
                onChange={(names: string[]) =>
                  put(fieldCode(getKey(field)), { ...linkage, ...(names.length > 0 && { handlers: names }) })
                }
              />
              <Described names={handlers} entries={list.handlers} />
            </>,
          )
        })}
      <Select
        className="view-design-added"
        aria-label="再选一个字段"
        placeholder="再选一个字段"
        showSearch
        optionFilterProp="label"
        value={null}
        options={fields
          .filter((field) => !isListed(getKey(field)) && field.type !== 'table')
          .map((field) => ({ value: getKey(field), label: String(field.title ?? getKey(field)) }))}
        onChange={(key: string | null) => key && setMore([...more, key])}
      />
      <p className="view-design-hint">显示、必填、不可改和公式在字段的设置里改，那里可以试算。</p>
    </>
  )
}

interface ChoiceProps {
  title: string
  /** How many versions the history has. */
  count: number
  history: ReactNode
  children: ReactNode
}

function Choice({ title, count, history, children }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="view-design-choice" aria-label={title}>
      <div>
        <b>{title}</b>
        <span className="pro-gap" />
        <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起历史' : `历史 ${count}`}
        </Button>
      </div>
      {children}
      {isOpen && history}
    </section>
  )
}

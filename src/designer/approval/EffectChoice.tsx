import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { enhancementsQuery } from '../enhancements.ts'
import { codeOption, Described } from '../RegisteredCode.tsx'
import { listMissing } from './flow-moves.ts'

interface Props {
  id: string
  document: JsonObject
  value: string | undefined
  onChange(effect: string | undefined): void
}

/** What a move does on the server besides its state. An effect whose fields the document lacks cannot be chosen, and says why. */
export function EffectChoice({ id, document, value, onChange }: Props) {
  const { http } = useServices()
  const { data, error, isPending } = useQuery(enhancementsQuery(http, String(document.id)))
  const effects = data?.effects ?? []
  const options = effects
    .map((effect) => {
      const option = codeOption(effect)
      const missing = effect.name === value ? [] : listMissing(document, effect.reads)
      if (missing.length === 0) return { ...option, disabled: false }
      const lack = `缺字段 ${missing.join('、')}`
      const [name] = effect.description.split('：', 1)
      return { ...option, label: `${name}：${lack}`, title: `${option.title}。${lack}`, disabled: true }
    })
    .sort((a, b) => Number(a.disabled) - Number(b.disabled))
  return (
    <>
      <Select
        id={id}
        allowClear
        showSearch
        optionFilterProp="label"
        placeholder="只改状态"
        value={value}
        loading={isPending}
        options={options}
        notFoundContent={error ? errorMessage(error) : '没有登记过的效果'}
        onChange={(name: string | undefined) => onChange(name)}
      />
      <Described names={value === undefined ? [] : [value]} entries={effects} />
    </>
  )
}

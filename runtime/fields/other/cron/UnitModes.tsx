import { cronRules } from '#runtime/kernel/cron/expression.ts'
import { type CronUnitModel, cronBounds, unitModes } from '#runtime/kernel/cron/model.ts'
import { ModeGroup, ModeLine, NumberInput, ValueList } from './inputs.tsx'

interface Props {
  unit: 'second' | 'minute' | 'hour' | 'month' | 'year'
  model: CronUnitModel
  onChange(keys: Partial<CronUnitModel>): void
}

const counters = { second: '秒', minute: '分钟', hour: '小时', month: '个月', year: '年' } as const

/** The four modes of a unit; changing an input selects its mode. */
export function UnitModes({ unit, model, onChange }: Props) {
  const { title } = cronRules[unit]
  const { start, step, range, list } = cronBounds[unit]
  const withMode = (cronEvery: number) => (keys: Partial<CronUnitModel>) => onChange({ cronEvery, ...keys })
  const setStep = withMode(unitModes.step)
  const setRange = withMode(unitModes.range)
  return (
    <ModeGroup
      label={`${title}的方式`}
      mode={model.cronEvery}
      onChange={(cronEvery) => onChange({ cronEvery })}
    >
      <ModeLine mode={unitModes.every} label={`每${counters[unit]}`} />
      <ModeLine mode={unitModes.step} label="间隔">
        从
        <NumberInput
          label={`${title}的间隔起点`}
          value={model.incrementStart}
          bounds={start}
          onChange={(incrementStart) => setStep({ incrementStart })}
        />
        {title}起，每
        <NumberInput
          label={`${title}的间隔长度`}
          value={model.incrementIncrement}
          bounds={step}
          onChange={(incrementIncrement) => setStep({ incrementIncrement })}
        />
        {counters[unit]}
      </ModeLine>
      <ModeLine mode={unitModes.list} label="指定">
        <ValueList
          label={`指定的${title}`}
          values={model.specificSpecific}
          getTitle={(value) => `${value} ${title}`}
          bounds={list}
          onChange={(specificSpecific) => withMode(unitModes.list)({ specificSpecific })}
        />
      </ModeLine>
      <ModeLine mode={unitModes.range} label="范围">
        从
        <NumberInput
          label={`${title}的范围起点`}
          value={model.rangeStart}
          bounds={range}
          onChange={(rangeStart) => setRange({ rangeStart })}
        />
        {title}到
        <NumberInput
          label={`${title}的范围终点`}
          value={model.rangeEnd}
          bounds={range}
          onChange={(rangeEnd) => setRange({ rangeEnd })}
        />
        {title}
      </ModeLine>
    </ModeGroup>
  )
}

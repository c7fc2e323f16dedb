import { weekdayTitle } from '#runtime/kernel/cron/expression.ts'
import { type CronModel, cronBounds, dayBounds, dayModes } from '#runtime/kernel/cron/model.ts'
import { ModeGroup, ModeLine, NumberInput, ValueList, WeekdaySelect } from './inputs.tsx'

type Day = CronModel['day']
type Week = CronModel['week']

interface Props {
  day: Day
  week: Week
  onDay(keys: Partial<Day>): void
  onWeek(keys: Partial<Week>): void
}

/** The eleven modes of day and week; changing an input selects its mode. */
export function DayModes({ day, week, onDay, onWeek }: Props) {
  const setDay = (cronEvery: number, keys: Partial<Day> = {}) => onDay({ ...keys, cronEvery })
  const setWeek = (cronEvery: number, keys: Partial<Week>) => {
    onDay({ cronEvery })
    onWeek(keys)
  }
  return (
    <ModeGroup label="日和周的方式" mode={day.cronEvery} onChange={setDay}>
      <ModeLine mode={dayModes.every} label="每天" />
      <ModeLine mode={dayModes.weekdayStep} label="周内间隔">
        每周从
        <WeekdaySelect
          label="周内间隔的起点"
          value={week.incrementStart}
          onChange={(incrementStart) => setWeek(dayModes.weekdayStep, { incrementStart })}
        />
        起，每
        <NumberInput
          label="周内间隔的天数"
          value={week.incrementIncrement}
          bounds={cronBounds.week.step}
          onChange={(incrementIncrement) => setWeek(dayModes.weekdayStep, { incrementIncrement })}
        />
        天
      </ModeLine>
      <ModeLine mode={dayModes.step} label="月内间隔">
        每月从
        <NumberInput
          label="月内间隔的起点"
          value={day.incrementStart}
          bounds={cronBounds.day.start}
          onChange={(incrementStart) => setDay(dayModes.step, { incrementStart })}
        />
        日起，每
        <NumberInput
          label="月内间隔的天数"
          value={day.incrementIncrement}
          bounds={cronBounds.day.step}
          onChange={(incrementIncrement) => setDay(dayModes.step, { incrementIncrement })}
        />
        天
      </ModeLine>
      <ModeLine mode={dayModes.weekdays} label="指定星期">
        <ValueList
          label="指定的星期"
          values={week.specificSpecific}
          getTitle={weekdayTitle}
          bounds={cronBounds.week.list}
          onChange={(specificSpecific) => setWeek(dayModes.weekdays, { specificSpecific })}
        />
      </ModeLine>
      <ModeLine mode={dayModes.days} label="指定日期">
        <ValueList
          label="指定的日期"
          values={day.specificSpecific}
          getTitle={(value) => `${value} 日`}
          bounds={cronBounds.day.list}
          onChange={(specificSpecific) => setDay(dayModes.days, { specificSpecific })}
        />
      </ModeLine>
      <ModeLine mode={dayModes.last} label="每月最后一天" />
      <ModeLine mode={dayModes.lastWorkday} label="每月最后一个工作日" />
      <ModeLine mode={dayModes.lastWeekday} label="每月最后一个">
        <WeekdaySelect
          label="每月最后一个星期几"
          value={day.cronLastSpecificDomDay}
          onChange={(cronLastSpecificDomDay) => setDay(dayModes.lastWeekday, { cronLastSpecificDomDay })}
        />
      </ModeLine>
      <ModeLine mode={dayModes.beforeEnd} label="每月最后一天之前">
        <NumberInput
          label="最后一天之前的天数"
          value={day.cronDaysBeforeEomMinus}
          bounds={dayBounds.beforeEnd}
          onChange={(cronDaysBeforeEomMinus) => setDay(dayModes.beforeEnd, { cronDaysBeforeEomMinus })}
        />
        天
      </ModeLine>
      <ModeLine mode={dayModes.nearestWorkday} label="最近的工作日">
        离每月
        <NumberInput
          label="工作日离哪一日最近"
          value={day.cronDaysNearestWeekday}
          bounds={dayBounds.nearest}
          onChange={(cronDaysNearestWeekday) => setDay(dayModes.nearestWorkday, { cronDaysNearestWeekday })}
        />
        日最近
      </ModeLine>
      <ModeLine mode={dayModes.nthWeekday} label="第几个星期几">
        每月第
        <NumberInput
          label="第几个"
          value={week.cronNthDayNth}
          bounds={dayBounds.nth}
          onChange={(cronNthDayNth) => setWeek(dayModes.nthWeekday, { cronNthDayNth })}
        />
        个
        <WeekdaySelect
          label="每月第几个的星期"
          value={week.cronNthDayDay}
          onChange={(cronNthDayDay) => setWeek(dayModes.nthWeekday, { cronNthDayDay })}
        />
      </ModeLine>
    </ModeGroup>
  )
}

import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { type CalendarRange, isInRange, rangeAs, rangeTitle, stepRange } from './calendar-range.ts'
import type { Calendar } from './useCalendar.ts'

const units: { value: CalendarRange['unit']; label: string }[] = [
  { value: 'month', label: '月' },
  { value: 'week', label: '周' },
]

interface Props {
  state: Calendar
  /** On a phone only months are shown. */
  narrow: boolean
}

/** The visible range, and the buttons that change it. */
export function CalendarBar({ state: { range, today, show }, narrow }: Props) {
  const word = range.unit === 'week' ? '周' : '月'
  return (
    <div className="pro-cal-bar">
      <Button
        type="text"
        aria-label={`上一${word}`}
        icon={<LeftOutlined aria-hidden />}
        onClick={() => show(stepRange(range, -1))}
      />
      <span className="pro-cal-range pro-num" aria-live="polite">
        {rangeTitle(range)}
      </span>
      <Button
        type="text"
        aria-label={`下一${word}`}
        icon={<RightOutlined aria-hidden />}
        onClick={() => show(stepRange(range, 1))}
      />
      <Button disabled={isInRange(range, today)} onClick={() => show({ ...range, day: today })}>
        今天
      </Button>
      {!narrow && (
        <Segmented
          aria-label="显示范围"
          options={units}
          value={range.unit}
          onChange={(unit) => show(rangeAs(range, unit, today))}
        />
      )}
    </div>
  )
}

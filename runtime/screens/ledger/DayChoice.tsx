import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface Props {
  labelledBy: string
  /** As `2026-10-31`. */
  day: string
  onChange(day: string): void
}

/** Chooses a day; there always is one. */
export const DayChoice = ({ labelledBy, day, onChange }: Props) => (
  <DatePicker
    aria-labelledby={labelledBy}
    allowClear={false}
    value={dayjs(day)}
    onChange={(chosen) => onChange(chosen.format('YYYY-MM-DD'))}
  />
)

import { defineLayout } from './layout-plan.ts'

/** Records on the days of a month or a week. */
export const calendarLayout = defineLayout({
  name: 'calendar',
  title: '日历',
  otherNames: 'schedule scheduler agenda 日历',
  records: 'drawing',
})

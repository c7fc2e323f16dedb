/** By the hour of the day (spec section 9): before 9, before 11, before 13, before 20, later. */
export function greeting(hour: number): string {
  if (hour < 9) return '早上好'
  if (hour < 11) return '上午好'
  if (hour < 13) return '中午好'
  if (hour < 20) return '下午好'
  return '晚上好'
}

const weekdays = '日一二三四五六'

export const longDate = (date: Date): string =>
  `${date.getFullYear()} 年 ${date.getMonth() + 1} 月 ${date.getDate()} 日 星期${weekdays[date.getDay()]}`

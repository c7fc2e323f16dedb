import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeCron } from '#runtime/kernel/cron/describe.ts'
import { parseCron } from '#runtime/kernel/cron/parse.ts'
import { expressionText } from './arbitrary.ts'

const describeText = (text: string) => {
  const result = parseCron(text)
  if (!result.ok) throw new Error(result.text)
  return describeCron(result.value)
}

it.each([
  ['* * * * * ?', '每秒执行'],
  ['0 * * * * ?', '每分钟执行'],
  ['30 * * * * ?', '每分钟的 30 秒执行'],
  ['0/5 * * * * ?', '每 5 秒执行'],
  ['0/7 * * * * ?', '每分钟，从 0 秒起每 7 秒执行'],
  ['0 0/5 * * * ?', '每 5 分钟执行'],
  ['0 3/20 * * * ?', '每小时，从 3 分起每 20 分钟执行'],
  ['0 15 * * * ?', '每小时的 15 分执行'],
  ['30 15 * * * ?', '每小时的 15 分 30 秒执行'],
  ['0 0 * * * ?', '每小时的整点执行'],
  ['0 0 0/2 * * ?', '每 2 小时的整点执行'],
  ['0 0 2 * * ?', '每天 02:00 执行'],
  ['30 0 2 * * ? *', '每天 02:00:30 执行'],
  ['0 0,30 9,18 * * ?', '每天 09:00、09:30、18:00、18:30 执行'],
  ['0 0/5 9-17 ? * MON-FRI', '每周一至周五 9 时至 17 时，每 5 分钟执行'],
  ['0 * 22-2 * * ?', '每天 22 时至 23 时和 0 时至 2 时的每分钟执行'],
  ['0 0 2 ? * SUN', '每周日 02:00 执行'],
  ['0 0 2 ? * MON,WED', '每周一、周三 02:00 执行'],
  ['0 0 2 ? * 2/2', '每周从周一起每 2 天 02:00 执行'],
  ['0 0 2 ? * FRI-MON', '每周五至周一 02:00 执行'],
  ['0 0 2 ? * FRIL', '每月最后一个周五 02:00 执行'],
  ['0 0 2 ? * MON#2', '每月第 2 个周一 02:00 执行'],
  ['0 0 2 1,15 * ?', '每月 1 日、15 日 02:00 执行'],
  ['0 0 2 1/5 * ?', '每月从 1 日起每 5 天 02:00 执行'],
  ['0 0 2 10-20 * ?', '每月 10 日至 20 日 02:00 执行'],
  ['0 0 2 L * ?', '每月最后一天 02:00 执行'],
  ['0 0 2 LW * ?', '每月最后一个工作日 02:00 执行'],
  ['0 0 2 L-3 * ?', '每月最后一天之前 3 天 02:00 执行'],
  ['0 0 2 L-3W * ?', '每月离最后一天之前 3 天最近的工作日 02:00 执行'],
  ['0 0 2 15W * ?', '每月离 15 日最近的工作日 02:00 执行'],
  ['0 0 2 1 1 ?', '每年 1 月 1 日 02:00 执行'],
  ['0 0 2 1 1 ? 2030', '2030 年 1 月 1 日 02:00 执行'],
  ['0 0 2 1,15 1,7 ?', '每年 1 月、7 月的 1 日、15 日 02:00 执行'],
  ['0 0 2 L NOV-FEB ?', '每年 11 月至 2 月的最后一天 02:00 执行'],
  ['0 0 2 ? 3 MON', '每年 3 月的每周一 02:00 执行'],
  ['0 0 2 * 1/3 ?', '每 3 个月的每天 02:00 执行'],
  ['0 0 2 1 1/3 ?', '每 3 个月的 1 日 02:00 执行'],
  ['0 0 2 * * ? 2030-2032', '2030 年至 2032 年每天 02:00 执行'],
  ['0 0 2 * * ? 2030/2', '从 2030 年起每 2 年每天 02:00 执行'],
])('%s is %s', (text, sentence) => expect(describeText(text)).toBe(sentence))

it('every valid expression has a sentence without gaps', () => {
  fc.assert(
    fc.property(expressionText({ isShared: false }), (text) => {
      const sentence = describeText(text)
      expect(sentence, text).toMatch(/执行$/)
      expect(sentence, text).not.toMatch(/undefined|NaN|null| {2}|\?|的的|每每|^ |，，/)
    }),
    { numRuns: 500 },
  )
})

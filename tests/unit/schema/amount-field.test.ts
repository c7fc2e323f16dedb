import { expect, it } from 'vitest'
import { amountField } from '#runtime/schema/amount-field.ts'

const summed = (title: string) => ({ title, statistics: ['sum' as const] })

it('the amount of a record is the first summed field with the title of an amount', () => {
  const fields = [summed('合计数量'), summed('价税合计'), summed('不含税合计'), summed('退货金额')]
  expect(amountField(fields)?.title).toBe('价税合计')
})

it('the amount of a record without such a title is the last summed field, or none', () => {
  expect(amountField([summed('册数'), summed('卷数'), { title: '金额' }])?.title).toBe('卷数')
  expect(amountField([{ title: '金额', statistics: ['average' as const] }])).toBeUndefined()
})

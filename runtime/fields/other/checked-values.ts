import { checkedCronValue } from './cron/cron-value.ts'
import { checkedSuperQueryValue } from './super-query/super-query-value.ts'
import { otherValues } from './values.ts'

/** The types with their complete checks, whose parsers the browser loads with the controls only. */
export const checkedOtherValues = {
  ...otherValues,
  cron: checkedCronValue,
  super_query: checkedSuperQueryValue,
}

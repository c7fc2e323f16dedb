import type { Field } from '../types.ts'

const nameKey = /^f?(name|title|titile|realname)$/i
// 操作人名称 is the name of a person in a record, not of the record.
const nameTitle = /((?<!人)名称|姓名|标题|题名)$/

/** Whether a field has the name of its record, by its key or title. */
export const isNameField = ({ key, title = '' }: Pick<Field, 'key' | 'title'>): boolean =>
  nameKey.test(key) || nameTitle.test(title)

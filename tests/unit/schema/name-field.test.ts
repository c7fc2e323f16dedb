import { expect, it } from 'vitest'
import { isNameField } from '#runtime/schema/names/name-field.ts'

it.each([
  [{ key: 'fname', title: '品名' }, true],
  [{ key: 'username', title: '操作人名称' }, false],
  [{ key: 'dictName', title: '字典名称' }, true],
  [{ key: 'realname', title: '用户姓名' }, true],
  [{ key: 'logContent', title: '日志内容' }, false],
])('the field %o names its record: %s', (field, isName) => {
  expect(isNameField(field)).toBe(isName)
})

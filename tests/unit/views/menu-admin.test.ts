import { describe, expect, it } from 'vitest'
import { clientParts } from '#app/client-parts.ts'
import { removalText } from '#views/permission/MenuRemoval.tsx'
import { ruleSentence } from '#views/permission/rule-sentence.ts'
import { shellPages } from '#views/permission/shell-pages.ts'

describe('the sentence of a data rule', () => {
  const getTitle = (column: string) => ({ fname: '名称', createBy: '创建人' })[column] ?? column
  const sentence = (ruleColumn: string, ruleConditions: string, ruleValue: string) =>
    ruleSentence({ ruleColumn, ruleConditions, ruleValue }, getTitle)

  it('names the field, the condition and the value', () => {
    expect(sentence('createBy', '=', '#{sys_user_code}')).toBe('只看得到「创建人」等于当前用户的账号的记录')
    expect(sentence('fname', 'LIKE', '志')).toBe('只看得到「名称」含有「志」的记录')
    expect(sentence('fnum', 'IN', '1, 2,')).toBe('只看得到「fnum」是以下之一：「1」、「2」的记录')
    expect(sentence('fname', '=', 'a#{sys_date}')).toBe('只看得到「名称」等于「a#{sys_date}」的记录')
  })

  it('is empty while a part is missing', () => {
    expect([sentence('', '=', 'a'), sentence('fname', '', 'a'), sentence('fname', '=', '')]).toEqual([
      '',
      '',
      '',
    ])
  })
})

it('the question before a deletion names menus, buttons, roles and grants', () => {
  expect(removalText(['组'], { menus: 2, buttons: 3, roles: 1, grants: 4 })).toBe(
    '「组」和它的下级，共 2 个菜单、3 个按钮，将一起删除，不能恢复。1 个角色的 4 项授权也一起删除。',
  )
  expect(removalText(['钮'], { menus: 0, buttons: 1, roles: 0, grants: 0 })).toBe(
    '「钮」和它的下级，共 1 个按钮，将一起删除，不能恢复。还没有角色得到授权。',
  )
  expect(removalText(['甲', '乙'], { menus: 3, buttons: 0, roles: 0, grants: 0 })).toBe(
    '所选 2 项和它们的下级，共 3 个菜单，将一起删除，不能恢复。还没有角色得到授权。',
  )
})

it('the pages that an entry may open are the registered views and the layouts', () => {
  const documents = ['dashboard/Analysis', 'dashboard/Inbox', 'dashboard/WorkPlace']
  const pages = Object.keys(shellPages).filter(
    (name) => !name.startsWith('layouts/') && !documents.includes(name),
  )
  expect(pages.sort()).toEqual([...clientParts.pages.keys()].sort())
})

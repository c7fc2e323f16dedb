// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { MergeConflict } from '#runtime/record/changes/merge.ts'
import { MergeConflicts } from '#runtime/screens/form/save/MergeConflicts.tsx'
import type { Session } from '#runtime/screens/form/session.ts'
import { billDocument, openModel } from '../../record/user-actions.ts'
import { buildRuntime, draw, fakeHttp } from '../support.tsx'

afterEach(cleanup)

it('merge conflicts name a cell by row and title, a removed row by its first column, and a changed order as one entry', () => {
  const base = { id: 'x', createBy: 'clerk', fname: '宣纸', fnum: 2 }
  const conflicts: MergeConflict[] = [
    { detail: 'items', id: 'b', key: 'fnum', base: 2, mine: 5, theirs: null },
    { detail: 'items', id: 'x', base, mine: base, theirs: null },
    { detail: 'items', base: ['a', 'b'], mine: ['b', 'a'], theirs: ['a', 'b'] },
  ]
  const session = { screen: billDocument(false), model: openModel(false) } as Partial<Session> as Session
  const decide = vi.fn()
  draw(
    <MergeConflicts session={session} conflicts={conflicts} savers={['系统管理员']} decide={decide} />,
    buildRuntime(fakeHttp({})),
  )
  expect(page.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '第 2 行 数量我的：5用我的系统管理员的：（空）用系统管理员的',
    '已删除的行「宣纸」我的：保留此行用我的系统管理员的：删除此行用系统管理员的',
    '行的次序我的：我排的次序用我的系统管理员的：系统管理员排的次序用系统管理员的',
  ])
  page.getByRole('button', { name: '已删除的行「宣纸」 用我的' }).click()
  expect(decide).toHaveBeenCalledWith(conflicts[1], 'mine')
})

// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Inspection } from '#designer/api.ts'
import { Problems } from '#designer/problems/Problems.tsx'
import type { PatchOperation } from '#runtime/kernel/problem.ts'
import { buildRuntime, draw, fakeHttp } from '../screens/support.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const document = { id: 'demo/shelf', kind: 'screen', fields: [{ key: 'fname', titel: '名称' }] }
const fix: PatchOperation[] = [
  { op: 'remove', path: '/fields/0/titel' },
  { op: 'add', path: '/fields/0/title', value: '名称' },
]
const sound: Inspection = { problems: [], warnings: [], steps: [], renames: [], named: null, companions: [] }

function open(inspection: Inspection, isInspected = true) {
  const change = vi.fn()
  draw(
    <Problems {...{ document, inspection, isInspected }} findPlace={() => undefined} onChange={change} />,
    buildRuntime(fakeHttp({})),
  )
  return change
}

it('applies the fix of one problem', () => {
  const problem = { path: '/fields/0/titel', code: 'UNKNOWN_KEY' as const, text: '不认识 titel', fix }
  const change = open({ ...sound, problems: [problem] })
  fireEvent.click(page.getByRole('button', { name: /^改正：/ }))
  expect(change).toHaveBeenCalledWith({ ...document, fields: [{ key: 'fname', title: '名称' }] }, 'fix')
})

it('offers no fix that was found in an earlier document, and is checking', () => {
  const problem = { path: '/fields/0/titel', code: 'UNKNOWN_KEY' as const, text: '不认识 titel', fix }
  open({ ...sound, problems: [problem, { ...problem, text: '再一处' }] }, false)
  expect(page.getByText('正在检查…')).toBeTruthy()
  expect(page.getByText(/再一处/)).toBeTruthy()
  expect(page.queryByRole('button', { name: /改正/ })).toBeNull()
})

it('shows warnings beside a document without problems, and stays folded for the next one', () => {
  const warning = { path: '/fields/0', code: 'VALUE' as never, text: '这一列没有权限' }
  open({ ...sound, warnings: [warning] })
  expect(page.getByText('没有错误')).toBeTruthy()
  expect(page.getByText('1 处提醒')).toBeTruthy()
  expect(page.getByText(/这一列没有权限/).closest('[hidden]')).toBeNull()
  fireEvent.click(page.getByRole('button', { name: '问题的明细' }))
  cleanup()
  open({ ...sound, warnings: [warning] })
  expect(page.getByText(/这一列没有权限/).closest('[hidden]')).not.toBeNull()
  expect(page.getByRole('button', { name: '问题的明细' }).getAttribute('aria-expanded')).toBe('false')
})

it('says how many rows a release changes', () => {
  const step = {
    text: '列 名称 的长度 50 改为 20',
    additive: false,
    blocks: true,
    rows: 3,
    samples: ['明代方志'],
  }
  open({ ...sound, steps: [step] })
  expect(page.getByText(/列 名称 的长度 50 改为 20，影响 3 行，如「明代方志」/)).toBeTruthy()
})

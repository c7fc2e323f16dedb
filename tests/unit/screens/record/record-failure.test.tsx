// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { appError } from '#runtime/kernel/errors.ts'
import { RecordFailure } from '#runtime/screens/form/RecordFailure.tsx'

afterEach(cleanup)

const show = (error: unknown) =>
  render(<RecordFailure error={error} onRetry={() => undefined} onClose={() => undefined} />)

it('a missing record cannot be retried when the code of the refusal says that there is none', () => {
  show(appError('BUSINESS', { text: 'gone', reason: 'NO_ENTITY' }))
  expect(screen.getByText('这条记录不存在')).toBeDefined()
  expect(screen.queryByText('再试一次')).toBeNull()
})

it('another refusal can be retried when its text is that of a missing record', () => {
  show(appError('BUSINESS', { text: '未找到对应实体', reason: 'ROW_IN_USE' }))
  expect(screen.getByText('没有加载出来')).toBeDefined()
  expect(screen.getByText('再试一次')).toBeDefined()
})

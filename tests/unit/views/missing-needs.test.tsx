// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { indexTree } from '#views/role/grant-tree.ts'
import { MissingNeeds } from '#views/role/MissingNeeds.tsx'

afterEach(cleanup)

const right = (key: string, title: string, more = {}) => ({
  key,
  title,
  parentId: '',
  menuType: 2,
  ruleFlag: 0,
  ...more,
})
const index = indexTree([
  right('loan:add', '新增', { needs: [['pick:reader'], ['goods:list']] }),
  right('pick:reader', '选择读者'),
  right('goods', '物资', { menuType: 1, children: [right('goods:list', '查询')] }),
])

it('the drawer offers what a ticked form needs, and one press grants it', () => {
  const onChange = vi.fn()
  render(<MissingNeeds index={index} granted={new Set(['loan:add'])} onChange={onChange} />)
  expect(page.getByRole('status').textContent).toContain('「选择读者」、「物资的查询」')
  fireEvent.click(page.getByRole('button', { name: '一并授予' }))
  expect(onChange).toHaveBeenCalledWith(new Set(['loan:add', 'pick:reader', 'goods:list']))
})

it('the drawer offers nothing while no form is ticked', () => {
  const { container } = render(<MissingNeeds index={index} granted={new Set()} onChange={vi.fn()} />)
  expect(container.textContent).toBe('')
})

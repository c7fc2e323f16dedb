// @vitest-environment jsdom
import { StarOutlined } from '@ant-design/icons'
import { cleanup, render } from '@testing-library/react'
import { DatePicker, Input, InputNumber, Modal, Pagination, Table, Tabs, Tree } from 'antd'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { translateAccessibleNames } from '../../../src/app/start/accessible-names.ts'

let stop = () => {}
beforeEach(() => {
  stop = translateAccessibleNames(document.body)
})
afterEach(() => {
  cleanup()
  stop()
})

const listNames = (): string[] =>
  [...document.querySelectorAll('[aria-label]:not([aria-hidden=true])')].map(
    (element) => element.getAttribute('aria-label') ?? '',
  )
const listEnglishNames = (): string[] => listNames().filter((name) => /[a-z]/i.test(name))

const cases: [title: string, shown: React.ReactElement, names: string[]][] = [
  [
    'a table with checkboxes',
    <Table key="table" rowSelection={{}} columns={[]} dataSource={[{ key: 1 }]} />,
    ['全选'],
  ],
  [
    'a table with ways to select',
    <Table key="table" rowSelection={{ selections: true }} columns={[]} dataSource={[{ key: 1 }]} />,
    ['选择'],
  ],
  ['a pager', <Pagination key="pager" total={90} showSizeChanger={false} />, ['上一页', '下一页']],
  ['a dialog', <Modal key="dialog" open title="借阅" />, ['关闭']],
  ['a number', <InputNumber key="number" />, ['增加', '减少']],
  ['a clearable text', <Input key="text" allowClear defaultValue="县志" />, ['清除']],
  ['a password', <Input.Password key="password" />, ['显示密码']],
  ['a search', <Input.Search key="search" />, ['搜索']],
  ['a range of dates', <DatePicker.RangePicker key="range" placeholder={['从', '到']} />, []],
  ['tabs', <Tabs key="tabs" items={[{ key: 'a', label: '基本' }]} />, []],
  [
    'a tree with checkboxes',
    <Tree key="tree" checkable treeData={[{ key: 'a', title: '人物志' }]} />,
    ['用方向键选择', '选择 人物志'],
  ],
  [
    'a tree whose titles are not text',
    <Tree key="tree" checkable treeData={[{ key: 'a', title: <b>人物志</b> }]} />,
    ['选择节点'],
  ],
]

it.each(cases)('%s has Chinese names only', async (_title, shown, names) => {
  render(shown)
  await expect.poll(listNames).toEqual(expect.arrayContaining(names))
  expect(listEnglishNames()).toEqual([])
})

it('a name is translated when a component changes it', async () => {
  const { rerender } = render(<Tree checkable treeData={[{ key: 'a', title: '人物志' }]} />)
  rerender(<Tree checkable treeData={[{ key: 'a', title: '地理志' }]} />)
  await expect.poll(listNames).toContain('选择 地理志')
})

it('a name that the product gives to an icon stays', async () => {
  render(
    <>
      <StarOutlined aria-label="收藏" />
      <StarOutlined />
    </>,
  )
  await expect.poll(listNames).toEqual(['收藏', '星'])
})

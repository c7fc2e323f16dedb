import { useQuery } from '@tanstack/react-query'
import { type InputRef, Modal, Tree } from 'antd'
import Input from 'antd/es/input/Input'
import { useMemo, useState } from 'react'
import { filterTree, type TreeItem } from '#runtime/data/tree-items.ts'
import { errorText } from '#runtime/kernel/errors.ts'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'
import { useFocusWhenReady } from '#runtime/ui/focus/focus-when-ready.ts'
import { departsQuery, indexTitles, storesCode } from './departs.ts'

interface Props {
  dictCode: string
  isMulti: boolean
  selected: readonly string[]
  onClose(): void
  onSelect(values: string[], titles: string[]): void
}

const listKeys = (nodes: readonly TreeItem[]): string[] =>
  nodes.flatMap(({ key, children }) => [key, ...listKeys(children)])

/** The tree of departments with check boxes; a box selects its department only, not those below it. */
export function DepartModal({ dictCode, isMulti, selected, onClose, onSelect }: Props) {
  const { http, notify } = useServices()
  const box = useFocusWhenReady<InputRef>()
  const [keyword, setKeyword] = useState('')
  const [checked, setChecked] = useState<readonly string[]>(selected)
  const byCode = storesCode(dictCode)
  const departs = useQuery(departsQuery(http, byCode))
  const all = useMemo(() => departs.data ?? [], [departs.data])
  const nodes = useMemo(() => filterTree(all, keyword), [all, keyword])
  const isFiltered = keyword.trim() !== ''

  const toggle = (key: string) => {
    const without = checked.filter((checkedKey) => checkedKey !== key)
    if (without.length < checked.length) setChecked(without)
    else setChecked(isMulti ? [...checked, key] : [key])
  }
  const confirm = () => {
    if (checked.length === 0 || (!isMulti && checked.length > 1))
      return notify('warning', errorText('PICK_ONE'))
    const titles = indexTitles(all)
    onSelect(
      [...checked],
      checked.map((key) => titles.get(key) ?? key),
    )
  }
  return (
    <Modal
      open
      maskClosable={false}
      title="选择部门"
      width="min(500px, calc(100vw - 32px))"
      okText="确定"
      cancelText="取消"
      onCancel={onClose}
      onOk={confirm}
    >
      <Input
        ref={box}
        variant="outlined"
        allowClear
        aria-label="按部门名称搜索"
        placeholder="请输入部门名称"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      {departs.isError && <LoadFailureLine text={noticeText(departs.error)} onRetry={departs.refetch} />}
      {departs.data && nodes.length === 0 && <p>未查询匹配数据！</p>}
      {departs.data && (
        <div style={{ maxHeight: 400, overflow: 'auto', marginBlockStart: 12 }}>
          <Tree
            // A search expands all matches; without a search the roots are expanded.
            key={isFiltered ? keyword : ''}
            checkable
            checkStrictly
            blockNode
            defaultExpandedKeys={isFiltered ? listKeys(nodes) : all.map(({ key }) => key)}
            treeData={nodes}
            checkedKeys={[...checked]}
            onCheck={(_keys, { node }) => toggle(String(node.key))}
            onSelect={(_keys, { node }) => toggle(String(node.key))}
            selectedKeys={[]}
          />
        </div>
      )}
    </Modal>
  )
}

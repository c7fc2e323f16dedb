import { CaretDownOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { dictQuery } from '#runtime/data/dict.ts'
import { buildTree } from '#runtime/data/tree-items.ts'
import { useRuntime } from '#runtime/fields/context.tsx'
import { errorMessage } from '#runtime/ui/error-message.ts'
import type { List } from '../useList.ts'

const all = ''

/** The category tree at the left of a list: a click filters by the node and its descendants. */
export function SideTree({ list }: { list: List }) {
  const { http } = useRuntime()
  const [filter, setFilter] = useState('')
  const { sideTree } = list.plan
  const title = sideTree?.title ?? '分类'
  const answer = useQuery(dictQuery(http, sideTree?.dictCode ?? ''))
  const items = answer.data
  const nodes = useMemo(() => buildTree(items ?? [], filter), [items, filter])
  const selected = list.state.tree ?? all

  return (
    <nav className="pro-side" aria-label={title}>
      <b>{title}</b>
      <Input
        size="small"
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        placeholder="筛选分类"
        aria-label="筛选分类"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {answer.isError && (
        <div className="pro-side-error" role="alert">
          {errorMessage(answer.error)}
          <Button type="link" size="small" onClick={() => void answer.refetch()}>
            再试一次
          </Button>
        </div>
      )}
      {items && (
        <Tree
          blockNode
          key={filter === '' ? 'whole' : 'filtered'}
          defaultExpandAll={filter !== ''}
          defaultExpandedKeys={[all, ...nodes.map((node) => node.key), selected]}
          autoExpandParent
          switcherIcon={<CaretDownOutlined aria-hidden />}
          treeData={[{ key: all, title: '全部', children: nodes }]}
          selectedKeys={[selected]}
          onSelect={(_keys, { node }) =>
            list.change({ tree: node.key === all ? undefined : String(node.key), pageNo: 1 })
          }
        />
      )}
    </nav>
  )
}

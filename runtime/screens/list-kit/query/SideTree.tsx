import { CaretDownOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Tree } from 'antd'
import Input from 'antd/es/input/Input'
import type { DataNode } from 'antd/es/tree'
import { useMemo, useState } from 'react'
import { dictQuery } from '#runtime/data/dict.ts'
import { loadSummary } from '#runtime/data/list-source.ts'
import { buildTree, type TreeItem } from '#runtime/data/tree-items.ts'
import { useServices } from '#runtime/services/services.tsx'
import { errorMessage } from '#runtime/ui/errors/error-message.ts'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import type { List } from '../useList.ts'

const all = ''

/** The category tree at the left of a list: a click filters by the node and its descendants. */
export function SideTree({ list }: { list: List }) {
  const { http } = useServices()
  const [filter, setFilter] = useState('')
  const { sideTree } = list.plan
  const title = sideTree?.title ?? '分类'
  const answer = useQuery(dictQuery(http, sideTree?.dictCode ?? ''))
  const items = answer.data
  const nodes = useMemo(() => buildTree(items ?? [], filter), [items, filter])
  const counts = useCounts(list)
  const titled = (items: readonly TreeItem[]): DataNode[] =>
    items.map(({ key, title: name, children }) => ({
      key,
      title: <NodeTitle name={name} count={counts?.(key)} />,
      children: titled(children),
    }))
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
      {answer.isError && <LoadFailureLine text={errorMessage(answer.error)} onRetry={answer.refetch} />}
      {items && (
        <Tree
          blockNode
          key={filter === '' ? 'whole' : 'filtered'}
          defaultExpandAll={filter !== ''}
          defaultExpandedKeys={[all, ...nodes.map((node) => node.key), selected]}
          autoExpandParent
          switcherIcon={<CaretDownOutlined aria-hidden />}
          treeData={[
            { key: all, title: <NodeTitle name="全部" count={counts?.(all)} />, children: titled(nodes) },
          ]}
          selectedKeys={[selected]}
          onSelect={(_keys, { node }) =>
            list.change({ tree: node.key === all ? undefined : String(node.key), pageNo: 1 })
          }
        />
      )}
    </nav>
  )
}

/** The name of a node and the number of records in it and below. */
const NodeTitle = ({ name, count }: { name: string; count: number | undefined }) => (
  <span className="pro-node">
    <span>{name}</span>
    {count !== undefined && <small className="pro-num">{count.toLocaleString('en-US')}</small>}
  </span>
)

/** The number of records below a code, without the query conditions; undefined until loaded. */
function useCounts({ plan }: List): ((code: string) => number) | undefined {
  const { http } = useServices()
  const url = plan.url.summary
  const groupBy = plan.sideTree?.field
  const answer = useQuery({
    queryKey: ['list', plan.id, 'counts', groupBy],
    queryFn: ({ signal }) => loadSummary(http, url ?? '', { conditions: {}, fields: [], groupBy }, signal),
    enabled: url !== undefined && groupBy !== undefined,
    // The tree works without it.
    retry: false,
  })
  const { groups } = answer.data ?? {}
  // The codes of the descendants of a category start with its own code.
  return (
    groups &&
    ((code) =>
      groups.reduce((sum, { value, total }) => (String(value ?? '').startsWith(code) ? sum + total : sum), 0))
  )
}

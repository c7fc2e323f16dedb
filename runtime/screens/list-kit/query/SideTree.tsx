import { CaretDownOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Tree } from 'antd'
import Input from 'antd/es/input/Input'
import type { DataNode } from 'antd/es/tree'
import { useMemo, useState } from 'react'
import { branchCount } from '#runtime/data/branch-count.ts'
import { dictQuery } from '#runtime/data/dict.ts'
import { type ListGroup, loadSummary } from '#runtime/data/list-source.ts'
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
  const groups = useGroups(list)
  const treeData = useMemo(() => {
    const titled = (children: readonly TreeItem[]): DataNode[] =>
      children.map(({ key, title: name, children: below }) => {
        const count = groups && sideTree && branchCount(sideTree, key, items ?? [], groups)
        return { key, title: <NodeTitle name={name} count={count} />, children: titled(below) }
      })
    const count = groups?.reduce((sum, { total }) => sum + total, 0)
    return [{ key: all, title: <NodeTitle name="全部" count={count} />, children: titled(nodes) }]
  }, [sideTree, items, nodes, groups])
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
          treeData={treeData}
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

/** The number of records with each value of the field of the tree, without the query conditions; undefined until loaded. */
function useGroups({ plan }: List): readonly ListGroup[] | undefined {
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
  return answer.data?.groups
}

import { useQuery } from '@tanstack/react-query'
import { Tree } from 'antd'
import { useMemo } from 'react'
import { dictQuery } from '#runtime/data/dict.ts'
import { buildTree } from '#runtime/data/tree-items.ts'
import type { PickerDocument } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import { LoadFailureLine } from '#runtime/ui/errors/LoadFailure.tsx'
import { noticeText } from '#runtime/ui/errors/notice-text.ts'

const all = ''

interface Props {
  tree: NonNullable<PickerDocument['sideTree']>
  node: string
  onNode(value: string): void
}

/** The tree beside the table of a picker: a click filters by the node and its descendants. */
export function PickerTree({ tree, node, onNode }: Props) {
  const { http } = useServices()
  const answer = useQuery(dictQuery(http, tree.dictCode))
  const nodes = useMemo(() => buildTree(answer.data ?? [], ''), [answer.data])
  const title = tree.title ?? '分类'
  return (
    <nav aria-label={title} style={{ flex: '0 1 200px', maxHeight: 460, overflow: 'auto' }}>
      <b>{title}</b>
      {answer.isError && <LoadFailureLine text={noticeText(answer.error)} onRetry={answer.refetch} />}
      {answer.data && (
        <Tree
          blockNode
          defaultExpandedKeys={[all, ...nodes.map(({ key }) => key)]}
          treeData={[{ key: all, title: '全部', children: nodes }]}
          selectedKeys={[node]}
          onSelect={(_keys, { node: chosen }) => onNode(String(chosen.key))}
        />
      )}
    </nav>
  )
}

import { Button, Dropdown, Flex, Tree } from 'antd'
import Search from 'antd/es/input/Search'
import { useMemo, useState } from 'react'
import { useSize } from '#runtime/ui/layout/useSize.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import {
  branchKeys,
  grantableKeys,
  indexTree,
  isGrantable,
  isWidening,
  keysTogether,
  matching,
  type PermissionNode,
  partlyGranted,
  type TreeIndex,
  toggled,
} from './grant-tree.ts'

/** A link beside the title of a node, to a drawer over this one. */
export interface NodeLink {
  label: string
  open(): void
}

interface Props {
  tree: readonly PermissionNode[]
  index: TreeIndex
  granted: ReadonlySet<string>
  firstSearch?: string | undefined
  listLinks(node: PermissionNode): readonly NodeLink[]
  onChange(granted: ReadonlySet<string>): void
}

/** antd's node: a title is not ticked, and matches of the search are found by their text. */
interface TreeItem {
  key: string
  title: string
  checkable: boolean
  children?: TreeItem[]
}

const buildItems = (nodes: readonly PermissionNode[]): TreeItem[] =>
  nodes.map((node) => ({
    key: node.key,
    title: node.title,
    checkable: isGrantable(node),
    ...(node.children && { children: buildItems(node.children) }),
  }))

/** The tree of menu entries and buttons with ticks. Only the visible rows are drawn. */
export function GrantTree({ tree, index, granted, firstSearch = '', listLinks, onChange }: Props) {
  const [word, setWord] = useState(firstSearch)
  const [isLinked, setLinked] = useState(true)
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const [box, { height }] = useSize<HTMLDivElement>()
  const found = useMemo(() => matching(tree, word.trim()), [tree, word])
  const items = useMemo(() => buildItems(found), [found])
  const checked = useMemo(() => [...granted], [granted])
  const halfChecked = useMemo(() => partlyGranted(granted, index), [granted, index])
  // A search opens what it finds.
  const opened = useMemo(() => (word.trim() ? branchKeys(found) : [...expanded]), [word, found, expanded])

  const tools = [
    { key: 'link', label: isLinked ? '取消关联' : '父子关联', run: () => setLinked(!isLinked) },
    {
      key: 'all',
      label: '全部勾选',
      run: () => onChange(new Set([...granted, ...found.flatMap(keysTogether)])),
    },
    {
      key: 'none',
      label: '取消全选',
      run() {
        const off = new Set(grantableKeys(found))
        onChange(new Set(checked.filter((key) => !off.has(key))))
      },
    },
    { key: 'expand', label: '展开所有', run: () => setExpanded(branchKeys(tree)) },
    { key: 'collapse', label: '合并所有', run: () => setExpanded([]) },
  ]
  return (
    <>
      <Flex gap="small" className="view-role-tools">
        <Search
          allowClear
          placeholder="按名称查找"
          aria-label="按名称查找权限"
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
        <Dropdown
          trigger={['click']}
          menu={{
            items: tools.map(({ key, label }) => ({ key, label })),
            onClick: ({ key }) => tools.find((tool) => tool.key === key)?.run(),
          }}
        >
          <Button>树操作</Button>
        </Dropdown>
      </Flex>
      <div ref={box} className="view-role-tree">
        {items.length === 0 ? (
          <StateNote title="没有找到" text={`没有名称含「${word.trim()}」的菜单或按钮。`} />
        ) : (
          <Tree<TreeItem>
            checkable
            checkStrictly
            blockNode
            selectable={false}
            motion={false}
            height={height || 400}
            treeData={items}
            checkedKeys={{ checked, halfChecked }}
            titleRender={({ key, title }) => {
              const node = index.nodes.get(key)
              return (
                <span className="view-role-node">
                  {title}
                  {node && isWidening(node) && <small className="view-role-widening">须单独勾选</small>}
                  {(node ? listLinks(node) : []).map(({ label, open }) => (
                    <Button
                      key={label}
                      type="link"
                      size="small"
                      aria-label={`${title}的${label}`}
                      onClick={(event) => {
                        event.stopPropagation()
                        open()
                      }}
                    >
                      {label}
                    </Button>
                  ))}
                </span>
              )
            }}
            expandedKeys={opened}
            onExpand={(keys) => setExpanded(keys.map(String))}
            // What the search hides is not changed.
            onCheck={(_, { node }) => onChange(toggled(granted, node.key, indexTree(found), isLinked))}
          />
        )}
      </div>
    </>
  )
}

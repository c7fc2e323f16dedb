import { Button } from 'antd'
import { missingNeeds, type PermissionNode, type TreeIndex } from './grant-tree.ts'

/** How many rights the offer names. */
const MAX_NAMED = 5

interface Props {
  index: TreeIndex
  granted: ReadonlySet<string>
  onChange(granted: ReadonlySet<string>): void
}

/** The right to choose is called by its own title, the right to a list by the page. */
function formatName({ key, title }: PermissionNode, { nodes, parents }: TreeIndex): string {
  const page = nodes.get(parents.get(key) ?? '')
  return page?.menuType === 1 ? `${page.title}的${title}` : title
}

/** Offers the rights that the forms of the ticked rights need; nothing while none is missing. */
export function MissingNeeds({ index, granted, onChange }: Props) {
  const missing = missingNeeds(granted, index)
  if (missing.length === 0) return null
  const names = missing.slice(0, MAX_NAMED).map((node) => `「${formatName(node, index)}」`)
  const rest = missing.length > MAX_NAMED ? `等 ${missing.length} 项` : ''
  const grant = () => onChange(new Set([...granted, ...missing.map(({ key }) => key)]))
  return (
    <div className="view-role-needs" role="status">
      <span>{`已勾选的表单还要用到${names.join('、')}${rest}，没有就不能选择。`}</span>
      <Button onClick={grant}>一并授予</Button>
    </div>
  )
}

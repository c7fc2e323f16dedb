import { SettingOutlined } from '@ant-design/icons'
import { useDraggable } from '@dnd-kit/core'
import type { BlockPlan } from '#runtime/schema/kinds/panel/blocks/block-plan.ts'
import { blockPlans } from '#runtime/schema/kinds/panel/blocks/plans.ts'
import { getIcon } from '#runtime/ui/icons/icons.ts'

interface Props {
  count: number
  isPanelSelected: boolean
  onSelectPanel(): void
  onAdd(plan: BlockPlan): void
}

/** The types of blocks: pressed to add one behind the selected block, or dragged to a place of the grid. */
export function Palette({ count, isPanelSelected, onSelectPanel, onAdd }: Props) {
  return (
    <nav className="view-design-fields" aria-label="板块">
      <div className="view-design-pane-head">
        <b>板块</b>
        <span className="view-design-count">{count}</span>
      </div>
      <ul>
        <li data-selected={isPanelSelected || undefined}>
          <button
            type="button"
            className="view-design-field"
            aria-current={isPanelSelected ? 'true' : undefined}
            onClick={onSelectPanel}
          >
            <SettingOutlined aria-hidden />
            <span className="view-design-field-title">看板设置</span>
          </button>
        </li>
      </ul>
      <h3 className="view-panel-heading">添加，也可拖到右边</h3>
      <ul>
        {blockPlans.map((plan) => (
          <Entry key={plan.name} plan={plan} onAdd={onAdd} />
        ))}
      </ul>
    </nav>
  )
}

function Entry({ plan, onAdd }: { plan: BlockPlan } & Pick<Props, 'onAdd'>) {
  const { setNodeRef, listeners } = useDraggable({ id: `new:${plan.name}` })
  const Icon = getIcon(plan.designer.icon)
  return (
    <li>
      <button
        type="button"
        ref={setNodeRef}
        {...listeners}
        className="view-design-field"
        onClick={() => onAdd(plan)}
      >
        {Icon && <Icon aria-hidden />}
        <span className="view-design-field-title">{plan.title}</span>
      </button>
    </li>
  )
}

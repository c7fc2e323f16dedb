import { PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { partTitle } from '../edit/step-kinds.ts'
import { isBranchPlace, type Position, partAt, placeAround, toPlace } from '../edit/step-place.ts'
import { useFlow } from './flow-context.ts'
import { StepIcon } from './StepIcon.tsx'

/** The place between two steps, with the types that can be added there. */
export function AddStep({ position }: { position: Position }) {
  const { document, kinds, edits } = useFlow()
  if (!edits) return <div className="view-flow-add" />
  const { list, at } = position
  const around = placeAround(toPlace(position))
  const before = partAt(document, at > 0 ? toPlace({ list, at: at - 1 }) : around)
  const behind = before ? partTitle(before) : '发起人'
  return (
    <div className="view-flow-add">
      <Dropdown
        autoFocus
        trigger={['click']}
        menu={{
          items: [...kinds.values()].map((kind) => ({
            key: kind.type,
            label: kind.title,
            icon: <StepIcon type={kind.type} />,
            onClick: () => edits.insert(position, kind),
          })),
        }}
      >
        <Button
          shape="circle"
          size="small"
          aria-label={`在「${behind}」${isBranchPlace(around) && at === 0 ? '里' : '后面'}添加步骤`}
          icon={<PlusOutlined aria-hidden />}
        />
      </Dropdown>
    </div>
  )
}

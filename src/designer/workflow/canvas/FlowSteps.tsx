import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ConditionText } from '../condition/ConditionText.tsx'
import { isElse } from '../edit/step-edit.ts'
import { hasBranches, partTitle } from '../edit/step-kinds.ts'
import { listAt, type Place, toPlace } from '../edit/step-place.ts'
import { stepLines } from '../words/step-words.ts'
import { AddStep } from './AddStep.tsx'
import { FlowCard } from './FlowCard.tsx'
import { useFlow } from './flow-context.ts'
import { StepIcon } from './StepIcon.tsx'

/** The steps of a list one below the other, with a place for another one around each. */
export function FlowSteps({ list }: { list: Place }) {
  const { document } = useFlow()
  return (
    <>
      <AddStep position={{ list, at: 0 }} />
      {listAt(document, list).map((step, at) => (
        <Fragment key={String(step.key ?? at)}>
          <Step step={step} place={toPlace({ list, at })} />
          <AddStep position={{ list, at: at + 1 }} />
        </Fragment>
      ))}
    </>
  )
}

interface StepProps {
  step: JsonObject
  place: Place
}

function Step({ step, place }: StepProps) {
  const { document, kinds, names, edits } = useFlow()
  const type = String(step.type)
  const kind = kinds.get(type)
  const card = {
    place,
    type: kind?.title ?? '步骤',
    icon: <StepIcon type={type} />,
    title: partTitle(step, kind),
    lines: stepLines(step, kind, names),
  }
  const list = `${place}/branches`
  const branches = listAt(document, list)
  if (!hasBranches(kind) && branches.length === 0) return <FlowCard {...card} />
  return (
    <div className="view-flow-fork">
      <FlowCard {...card} look="fork" />
      {edits && (
        <Button
          size="small"
          className="view-flow-more"
          icon={<PlusOutlined aria-hidden />}
          aria-label={`给「${card.title}」添加${type === 'branch' ? '条件' : '分支'}`}
          onClick={() => edits.addBranch(place)}
        >
          {type === 'branch' ? '添加条件' : '添加分支'}
        </Button>
      )}
      <div className="view-flow-branches">
        {branches.map((branch, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: branches have no keys
            key={at}
            className="view-flow-branch"
          >
            <Branch branch={branch} place={toPlace({ list, at })} type={type} />
            <FlowSteps list={`${toPlace({ list, at })}/steps`} />
          </div>
        ))}
      </div>
    </div>
  )
}

interface BranchProps {
  branch: JsonObject
  place: Place
  /** The type of the step whose branch it is. */
  type: string
}

function Branch({ branch, place, type }: BranchProps) {
  const { document, bound } = useFlow()
  const { when } = branch
  const hasCondition = type === 'branch' && !isElse(document, place)
  const lines =
    typeof when === 'string' && when !== ''
      ? [<ConditionText key="when" when={when} bound={bound} />]
      : hasCondition
        ? ['还没有条件']
        : type === 'branch'
          ? ['其他条件都不成立时']
          : []
  return (
    <FlowCard
      place={place}
      type={hasCondition ? '条件' : type === 'branch' ? '其他' : '分支'}
      title={partTitle(branch)}
      lines={lines}
      look="branch"
    />
  )
}

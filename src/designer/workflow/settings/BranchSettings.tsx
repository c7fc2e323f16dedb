import type { ReactNode } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { ConditionSetting } from '../condition/ConditionSetting.tsx'
import { partTitle } from '../edit/step-kinds.ts'
import type { BoundScreen } from '../useBoundScreen.ts'
import { PartPane, TitleSetting } from './PartPane.tsx'

interface Props {
  branch: JsonObject
  /** Whether a condition decides about the branch; the last one of a branching is taken without. */
  use: 'condition' | 'else' | 'parallel'
  bound: BoundScreen
  onChange(branch: JsonObject): void
  children: ReactNode
}

const hints = {
  else: '前面的条件都不成立时走这一支，它没有条件，总在最后。',
  parallel: '并行的各支都走，全部走完再往下。',
} as const

/** The settings of a branch: its name and its condition. */
export function BranchSettings({ branch, use, bound, onChange, children }: Props) {
  const { when, ...others } = branch
  return (
    <PartPane title={partTitle(branch)} name="" actions={children}>
      <div className="view-design-basics">
        <TitleSetting value={branch} onChange={onChange} />
      </div>
      {use === 'condition' || when !== undefined ? (
        <ConditionSetting
          label="什么条件走这一支"
          empty="还没有条件。条件从左到右看，走第一个成立的。"
          value={when}
          bound={bound}
          onChange={(next) => onChange(next === undefined ? others : { ...others, when: next })}
        />
      ) : (
        <p className="view-design-hint view-design-help">{hints[use]}</p>
      )}
    </PartPane>
  )
}

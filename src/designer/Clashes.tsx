import { Button } from 'antd'
import type { Conflict } from './api.ts'

interface Props {
  conflicts: readonly Conflict[]
  /** With all own changes, or only with those that fit. */
  onTake(isOurs: boolean): void
}

/** The places that were changed differently elsewhere, and the choice between both. */
export function Clashes({ conflicts, onTake }: Props) {
  return (
    <>
      <ul className="view-design-changes">
        {conflicts.map(({ text, current }) => (
          <li key={text}>
            {text}
            {current !== undefined && `（别人改成 ${JSON.stringify(current)}）`}
          </li>
        ))}
      </ul>
      <div className="view-design-choices">
        <Button size="small" onClick={() => onTake(true)}>
          用我的
        </Button>
        <Button size="small" onClick={() => onTake(false)}>
          用别人的，其余用我的
        </Button>
      </div>
    </>
  )
}

import { Button } from 'antd'
import type { Conflict } from './api.ts'

const OTHER_PAGE = '您在另一个页面'

interface Props {
  conflicts: readonly Conflict[]
  /** With all own changes, or only with those that fit. */
  onTake(isOurs: boolean): void
}

/** The places that were changed differently elsewhere, and the choice between both. */
export function Clashes({ conflicts, onTake }: Props) {
  const [by = '别人', ...others] = new Set(conflicts.map((conflict) => conflict.by))
  const owner = others.length > 0 ? '别人' : by === OTHER_PAGE ? '另一个页面' : by
  return (
    <>
      <ul className="view-design-changes">
        {conflicts.map(({ text, current, by = '别人' }) => (
          <li key={text}>
            {text}（{by}
            {current === undefined ? '已删去' : `改成${current}`}）
          </li>
        ))}
      </ul>
      <div className="view-design-choices">
        <Button size="small" onClick={() => onTake(true)}>
          {owner === '另一个页面' ? '用这里的' : '用我的'}
        </Button>
        <Button size="small" onClick={() => onTake(false)}>
          用{owner}的，其余用{owner === '另一个页面' ? '这里的' : '我的'}
        </Button>
      </div>
    </>
  )
}

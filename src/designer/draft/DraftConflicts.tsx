import { Button } from 'antd'
import type { ChangeOwner } from '#runtime/schema/changes/change.ts'
import type { DocumentConflict } from '../api.ts'

interface OwnerWords {
  /** Who made a change. */
  subject: string
  /** Whose values a choice takes, and whose it leaves. */
  theirs: string
  ours: string
}

const getWords = (owner: ChangeOwner): OwnerWords => {
  if (owner.kind === 'own') return { subject: '您在另一个页面', theirs: '另一个页面', ours: '这里' }
  const subject = owner.kind === 'upgrade' ? '系统升级' : owner.name
  return { subject, theirs: subject, ours: '我' }
}

/** The words of a choice between the user's changes and those of several others. */
const several: OwnerWords = { subject: '别人', theirs: '别人', ours: '我' }

interface Props {
  conflicts: readonly DocumentConflict[]
  /** With all own changes, or only with those that fit. */
  onTake(isOurs: boolean): void
}

/** The places that were changed differently elsewhere, and the choice between both. */
export function DraftConflicts({ conflicts, onTake }: Props) {
  const owners = new Map(conflicts.map(({ by }) => [getWords(by).subject, getWords(by)]))
  const [{ theirs, ours } = several] = owners.size === 1 ? [...owners.values()] : []
  return (
    <>
      <ul className="view-design-changes">
        {conflicts.map(({ text, current, by }) => (
          <li key={text}>
            {text}（{getWords(by).subject}
            {current === undefined ? '已删去' : `改成${current}`}）
          </li>
        ))}
      </ul>
      <div className="view-design-choices">
        <Button size="small" onClick={() => onTake(true)}>
          用{ours}的
        </Button>
        <Button size="small" onClick={() => onTake(false)}>
          用{theirs}的，其余用{ours}的
        </Button>
      </div>
    </>
  )
}

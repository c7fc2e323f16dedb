import { Alert, Button } from 'antd'
import { useFieldTypes } from '#runtime/contract/field-types.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import type { MergeConflict } from '#runtime/record/changes/merge.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import type { Field } from '#runtime/schema/types.ts'
import { useServices } from '#runtime/services/services.tsx'
import type { Session } from '../session.ts'

interface Props {
  session: Session
  conflicts: readonly MergeConflict[]
  /** The names of those who saved meanwhile, as far as they are known. */
  savers: readonly string[]
  decide(conflict: MergeConflict, side: 'mine' | 'theirs'): void
}

/** Lists conflicting changes: both values side by side, one of them to be selected. */
export function MergeConflicts({ session, conflicts, savers, decide }: Props) {
  const [saver] = savers
  // Of several, nobody says who gave a value.
  const other = savers.length === 1 && saver ? saver : '对方'
  const types = useFieldTypes()
  const { lookup } = useServices()
  const printed = (field: Field | undefined, value: unknown): string => {
    const type = field && types.get(field.type)
    const text = type?.toText(type.fromWire(value, field), field, lookup, 'full')
    return text || (value === null || value === undefined || value === '' ? '（空）' : String(value))
  }
  const decideAll = (side: 'mine' | 'theirs') => {
    for (const conflict of conflicts) decide(conflict, side)
  }
  return (
    <Alert
      type="warning"
      showIcon
      message={`${savers.length > 0 ? savers.join('、') : '他人'}已保存此记录，下列内容您也改过`}
      action={
        <>
          <Button size="small" type="link" onClick={() => decideAll('mine')}>
            全部用我的
          </Button>
          <Button size="small" type="link" onClick={() => decideAll('theirs')}>
            全部用{other}的
          </Button>
        </>
      }
      description={
        <ul className="pro-conflicts">
          {conflicts.map((conflict) => {
            const field = findField(session, conflict)
            const place = conflictTitle(session, conflict, printed)
            const printSide = (value: unknown, side: string) => {
              if (conflict.key !== undefined) return printed(field, value)
              if (conflict.id === undefined) return `${side}排的次序`
              return value === null ? '删除此行' : '保留此行'
            }
            return (
              <li key={`${conflict.detail} ${conflict.id} ${conflict.key}`}>
                <b>{place}</b>
                <span>
                  我的：{printSide(conflict.mine, '我')}
                  <Button
                    size="small"
                    aria-label={`${place} 用我的`}
                    onClick={() => decide(conflict, 'mine')}
                  >
                    用我的
                  </Button>
                </span>
                <span>
                  {other}的：{printSide(conflict.theirs, other)}
                  <Button
                    size="small"
                    aria-label={`${place} 用${other}的`}
                    onClick={() => decide(conflict, 'theirs')}
                  >
                    用{other}的
                  </Button>
                </span>
              </li>
            )
          })}
        </ul>
      }
    />
  )
}

function findField({ screen }: Session, { detail, key }: MergeConflict): Field | undefined {
  const level = detail === '' ? screen : screen.fields.find((field) => field.key === detail)
  return (level as { fields?: Field[] } | undefined)?.fields?.find((field) => field.key === key)
}

function conflictTitle(
  session: Session,
  conflict: MergeConflict,
  printed: (field: Field | undefined, value: unknown) => string,
): string {
  const { detail, id, key, base } = conflict
  const title = getTitle(findField(session, conflict) ?? { key: key ?? '' })
  if (detail === '') return title
  if (id === undefined) return '行的次序'
  const store = session.model.rows(detail)
  const at = store?.indexOf(id) ?? -1
  if (at >= 0) return key === undefined ? `第 ${at + 1} 行` : `第 ${at + 1} 行 ${title}`
  // A removed row has no number; the value of its first column identifies it.
  const row = (base ?? {}) as Record<string, unknown>
  const named = store?.detail.fields.find((field) => field.type !== 'hidden' && !isEmpty(row[field.key]))
  return `已删除的行${named ? `「${printed(named, row[named.key])}」` : ''}`
}

import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { ImportAnswer } from '#runtime/screens/list-kit/import/import-answer.ts'
import { undoAction } from '#runtime/screens/list-kit/import/undo-import.ts'
import { type Services, useServices } from '#runtime/services/services.tsx'
import { textToShow } from '#runtime/ui/errors/error-message.ts'
import { designApi } from '../api.ts'

/** Faults of an import that the bar lists; the others are counted. */
const MAX_FAULTS = 5

/**
 * Imports the rows that were pasted with the header into the released screen; the notice offers to undo that.
 * Returns the faults, with which nothing was imported; null when the rows are in.
 */
export async function importPastedRows(
  { http, notify }: Pick<Services, 'http' | 'notify'>,
  id: string,
): Promise<readonly string[] | null> {
  try {
    const { result, message } = await designApi(http).importRows(id)
    const { faults = [], importId } = result
    if (faults.length > 0) return faultTexts(result)
    const counts = { inserted: result.inserted ?? 0, updated: result.updated ?? 0 }
    notify(
      'success',
      message,
      importId === undefined
        ? undefined
        : undoAction({ http, notify, screen: id, onUndone: () => undefined }, { id: importId, ...counts }),
    )
    return null
  } catch (error) {
    return [textToShow(error) ?? '数据没有导入，请再试一次']
  }
}

function faultTexts({ faults = [], faultCount = faults.length }: ImportAnswer): string[] {
  const texts = faults
    .slice(0, MAX_FAULTS)
    .map(({ row, header, value, reason }) => `第 ${row} 行「${header}」${reason}${value && `：${value}`}`)
  return faultCount > texts.length ? [...texts, `共 ${faultCount} 处错误`] : texts
}

interface Props {
  id: string
  count: number
  /** Of the last attempt. */
  faults: readonly string[]
  onChange(): void
}

/** Says that the pasted rows are not in the released screen yet, with the import and the way to dismiss them. */
export function PastedRows({ id, count, faults: firstFaults, onChange }: Props) {
  const services = useServices()
  const [faults, setFaults] = useState(firstFaults)
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<readonly string[] | null>) => {
    setBusy(true)
    const left = await work()
    setBusy(false)
    if (left) setFaults(left)
    else onChange()
  }
  const dismiss = async () => {
    try {
      await designApi(services.http).removeRows(id)
      return null
    } catch (error) {
      return [textToShow(error) ?? '没有删除，请再试一次']
    }
  }
  return (
    <Alert
      banner
      type={faults.length > 0 ? 'error' : 'info'}
      message={`粘贴的 ${count} 行数据还没有导入`}
      description={
        faults.length > 0 && (
          <ul className="view-design-changes">
            {faults.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )
      }
      action={
        <div className="view-design-choices">
          <Button
            size="small"
            loading={isBusy}
            onClick={() => void run(() => importPastedRows(services, id))}
          >
            导入
          </Button>
          <Button size="small" type="text" disabled={isBusy} onClick={() => void run(dismiss)}>
            不导入
          </Button>
        </div>
      }
    />
  )
}

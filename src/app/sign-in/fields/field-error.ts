import { AppError } from '#runtime/kernel/errors.ts'

/** The error text under a field. */
export interface FieldErrorState {
  text: string
  /** The instant (ms) from which another try makes sense. */
  until?: number
}

const brokenText = '网络不通，请检查连接后重试。'

/** The text of a refusal, and the time from which another try makes sense, when the server sends it. */
export function buildFieldError(error: unknown): FieldErrorState {
  if (!(error instanceof AppError)) return { text: brokenText }
  const seconds = getWait(error)
  return { text: error.text, ...(seconds > 0 && { until: Date.now() + seconds * 1000 }) }
}

/** Seconds: from the answer's body, else from the header of "too many requests". */
function getWait({ result, cause }: AppError): number {
  const wait = (result as { wait?: unknown } | null)?.wait
  const headers = (cause as { response?: { headers?: Record<string, unknown> } } | null | undefined)?.response
    ?.headers
  const seconds = Number(wait ?? headers?.['retry-after'] ?? 0)
  return Number.isFinite(seconds) ? seconds : 0
}

/** 75 → 1 分钟 15 秒 */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const secondsOfMinute = seconds % 60
  return [minutes > 0 && `${minutes} 分钟`, secondsOfMinute > 0 && `${secondsOfMinute} 秒`]
    .filter(Boolean)
    .join(' ')
}

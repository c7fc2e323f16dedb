import { AppError } from '#runtime/kernel/errors.ts'

const MAX_RETRIES = 2

const isPassing = ({ code, status }: AppError): boolean =>
  // The HTTP client has waited for a busy server already.
  code === 'NETWORK' || (status >= 500 && code !== 'BUSY')

/** Tries again where no answer came or the server was in trouble: the next try may go well. A refusal stays one. */
export const retryTransient = {
  retry: (failures: number, error: unknown): boolean =>
    failures < MAX_RETRIES && (!(error instanceof AppError) || isPassing(error)),
  retryDelay: (failures: number): number => 300 * 2 ** failures,
}

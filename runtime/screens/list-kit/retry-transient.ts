import { AppError } from '#runtime/kernel/errors.ts'

const MAX_RETRIES = 2

const isPassing = ({ code, status }: AppError): boolean =>
  // The HTTP client has already waited for a busy server.
  code === 'NETWORK' || (status >= 500 && code !== 'BUSY')

/** Retries after a missing answer or a server error; a refusal is final. */
export const retryTransient = {
  retry: (failures: number, error: unknown): boolean =>
    failures < MAX_RETRIES && (!(error instanceof AppError) || isPassing(error)),
  retryDelay: (failures: number): number => 300 * 2 ** failures,
}
